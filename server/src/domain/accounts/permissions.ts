import { mayManage, type Rank } from 'contract/users/permissions.ts';
import type { AdminUpdateUserBody, UpdateUserBody } from 'contract/users/users.ts';
import type { User } from 'contract/users/user.ts';
import type { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { isSessionActive } from '#auth/sessions/sessions.ts';
import {
  lockUserAgainstDeletion,
  lockUserRowsForDeletion,
  lockUsers,
} from '#auth/credentials/users.queries.ts';

export type UserField =
  | keyof User
  | keyof z.input<typeof UpdateUserBody>
  | keyof z.input<typeof AdminUpdateUserBody>;

/** `user`: all signed-in users. `nobody`: write-only. */
type Readers = 'user' | 'self and staff' | 'nobody';

interface FieldPermission {
  read: Readers;
  /** Whether users may change the field in their own profile. */
  own: 'change' | 'ignored';
  /** Who may change the field in the admin edit. Changes by others are refused. `ignored` fields are skipped. */
  admin: 'manager' | 'superuser' | 'nobody' | 'ignored';
  /** The error if staff change the field of their own account in the admin edit. */
  selfRefusal?: 'forbidden' | 'conflict';
}

const details = { read: 'self and staff', own: 'change', admin: 'manager' } as const;
const writeOnly = { read: 'nobody', own: 'change', admin: 'manager' } as const;
const readOnly = { read: 'self and staff', own: 'ignored', admin: 'ignored' } as const;

export const userFields: Readonly<Record<UserField, FieldPermission>> = {
  id: { ...readOnly, read: 'user' },
  // The user's own profile requires the confirmation.
  email: { ...details, selfRefusal: 'conflict' },
  username: { ...details, read: 'user' },
  date_of_birth: details,
  country_name: details,
  country_code: details,
  phone_number: details,
  user_image: { ...details, read: 'user' },
  delete_image: writeOnly,
  new_password: writeOnly,
  confirm_new_password: writeOnly,
  current_password: { read: 'nobody', own: 'change', admin: 'ignored' },
  is_superuser: { read: 'self and staff', own: 'ignored', admin: 'nobody' },
  is_staff: { read: 'self and staff', own: 'ignored', admin: 'superuser', selfRefusal: 'forbidden' },
  is_active: { read: 'self and staff', own: 'ignored', admin: 'manager', selfRefusal: 'forbidden' },
  is_premium_user: { read: 'self and staff', own: 'ignored', admin: 'manager' },
  last_login: readOnly,
  last_login_time: readOnly,
  date_updated: readOnly,
  login_attempts: readOnly,
  account_status: readOnly,
  pending_email: readOnly,
  must_change_password: readOnly,
};

export function mayChange(manager: Rank, target: Rank, field: UserField): boolean {
  const { admin, selfRefusal } = userFields[field];
  if (selfRefusal === 'forbidden' && manager.id === target.id) return false;
  if (admin === 'superuser') return manager.is_superuser;
  return admin === 'manager' && mayManage(manager, target);
}

/** Prevents the deletion of the caller until the transaction ends. Throws `token_not_valid` if the caller was deleted. */
export async function lockCallerAgainstDeletion(tx: Transaction, { user }: Caller): Promise<void> {
  if ((await lockUserAgainstDeletion(tx, user.id)).length === 0) throw new AppError('token_not_valid');
}

/** Locks the caller's row. Throws `token_not_valid`. */
export async function lockCaller(tx: Transaction, { user }: Pick<Caller, 'user'>): Promise<UserModel> {
  const [locked] = await lockUsers(tx, user.id);
  if (!locked) throw new AppError('token_not_valid');
  return locked;
}

/** Locks both users and resolves to their current rows. Throws `token_not_valid` and `not_found`. */
export async function lockActorAndTarget(
  tx: Transaction,
  { user, session }: Caller,
  targetId: string,
): Promise<{ manager: UserModel; target: UserModel }> {
  const locked = await lockUsers(tx, user.id, targetId);
  const [manager, target] = [user.id, targetId].map((userId) => locked.find(({ id }) => id === userId));
  if (!manager || !(await isSessionActive(tx, session.id))) throw new AppError('token_not_valid');
  if (!target) throw notFound();
  return { manager, target };
}

/** Locks a user that the caller manages. Throws like `lockActorAndTarget`, and `forbidden` with the message. */
export async function lockManaged(
  tx: Transaction,
  caller: Caller,
  targetId: string,
  refusal: string,
): Promise<UserModel> {
  const { manager, target } = await lockActorAndTarget(tx, caller, targetId);
  if (!mayManage(manager, target)) throw new AppError('forbidden', refusal);
  return target;
}

/**
 * Call it first in a transaction that deletes or deactivates a user. Locks all superusers in the
 * order of their ids, so that two who remove each other do not both succeed. Throws `conflict`.
 */
export async function refuseLosingLastSuperuser(
  tx: Transaction,
  { user: manager }: Caller,
  userId: string,
): Promise<void> {
  await lockUserRowsForDeletion(tx, [userId, manager.id], userId);
  const active = await tx.user.findMany({ where: { is_superuser: true, is_active: true }, take: 2 });
  if (active.length === 1 && active[0]?.id === userId) {
    throw new AppError('conflict', 'This is the last active superuser.');
  }
}
