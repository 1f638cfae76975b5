import { mayManage, type Rank } from 'contract/users/permissions.ts';
import type { AdminUpdateUserBody } from 'contract/users/users.ts';
import type { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { isSessionActive } from '#auth/sessions/sessions.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import {
  lockUserAgainstDeletion,
  lockUserRowsForDeletion,
  lockUsers,
} from '#auth/credentials/users.queries.ts';

export type StaffEditedField =
  | Exclude<keyof z.input<typeof AdminUpdateUserBody>, 'confirm_new_password'>
  | 'user_image';

/** Staff can neither deactivate themselves nor change their own role. */
export function mayChange(manager: Rank, target: Rank, field: StaffEditedField): boolean {
  if (field === 'is_superuser') return false;
  if (manager.id === target.id && (field === 'is_staff' || field === 'is_active')) return false;
  return field === 'is_staff' ? manager.is_superuser : mayManage(manager, target);
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

/** Locks the caller's row, so that the session remains valid until the transaction ends. Throws `token_not_valid`. */
export async function lockSession(tx: Transaction, caller: Caller): Promise<UserModel> {
  const { manager } = await lockActorAndTarget(tx, caller, caller.user.id);
  return manager;
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

/** For what users may do with their own account, too. */
export function refuseUnmanaged(manager: Rank, target: Rank, refusal: string): void {
  if (manager.id !== target.id && !mayManage(manager, target)) throw new AppError('forbidden', refusal);
}

/** Locks a user that the caller manages. Throws like `lockActorAndTarget`, and `forbidden` with the message. */
export async function lockManagedUser(
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
 * Call it first in a transaction that deletes, deactivates or suspends a user. Locks all superusers in the
 * order of their ids, so that two who remove each other do not both succeed. Throws `conflict`.
 */
export async function assertNotLastSuperuser(
  tx: Transaction,
  { user: manager }: Caller,
  userId: string,
): Promise<void> {
  await lockUserRowsForDeletion(tx, [userId, manager.id], userId);
  const isNotSuspended = [{ suspended_until: null }, { suspended_until: { lte: await readClock(tx) } }];
  const active = await tx.user.findMany({
    where: { is_superuser: true, is_active: true, OR: isNotSuspended },
    take: 2,
  });
  // Others than superusers may not do it at all, which the caller checks.
  if (manager.is_superuser && active.length === 1 && active[0]?.id === userId) {
    throw new AppError('conflict', 'This is the last active superuser.');
  }
}
