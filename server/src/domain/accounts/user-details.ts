import {
  byProfileField,
  type ProfileField,
  profileFieldNames,
  profileFields,
} from 'contract/users/profile-fields.ts';
import { dialingCodeOf } from 'contract/users/countries.ts';
import { refuseTaken, takenConflict } from '#domain/accounts/taken-names.ts';
import { validationFailed } from '#errors.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { reassignGuards } from '#auth/credentials/login-guards.ts';

/** Dates of the profile are `YYYY-MM-DD`. */
export type StoredUser = Omit<UserModel, ProfileField> & Record<ProfileField, string | null>;

export const profileColumns = ['username' as const, ...profileFieldNames];

const columns = [
  ...profileColumns,
  // The caller has verified these.
  'email',
  'pending_email',
  'password_hash',
  'must_change_password',
  'password_expires_at',
  'has_password',
  'is_active',
  'stays_disabled',
  'is_staff',
  'is_premium_user',
] as const satisfies (keyof StoredUser)[];

/** Absent and undefined mean no change, null clears the value. */
export type UserChanges = { [Column in (typeof columns)[number]]?: StoredUser[Column] | undefined };

export async function readUser(prisma: PrismaClient, id: string): Promise<StoredUser> {
  return toStoredUser(await prisma.user.findUniqueOrThrow({ where: { id } }));
}

export function toStoredUser(user: UserModel): StoredUser {
  const storedText = (name: ProfileField) => {
    const value = user[name];
    return value instanceof Date ? value.toISOString().slice(0, 10) : value;
  };
  return { ...user, ...byProfileField(storedText) };
}

/** Clients send whole records back. */
export function changedColumns(user: StoredUser, changes: UserChanges): (keyof UserChanges)[] {
  return columns.filter((column) => changes[column] !== undefined && changes[column] !== user[column]);
}

/** Refuses early what `writeDetails` would refuse. */
export async function refuseInvalidDetails(
  tx: Transaction,
  user: StoredUser,
  changes: UserChanges,
): Promise<void> {
  const changed = changedColumns(user, changes);
  refuseWrongCode(user, changes, changed);
  await refuseTaken(
    tx,
    {
      username: changed.includes('username') ? changes.username : undefined,
      email: changed.includes('email') ? changes.email : undefined,
    },
    user.id,
  );
}

/** Writes the changed columns and resolves to them. The caller has locked `user`. */
export async function writeDetails(
  tx: Transaction,
  keys: Keys,
  user: StoredUser,
  changes: UserChanges,
): Promise<(keyof UserChanges)[]> {
  const changed = changedColumns(user, changes);
  if (changed.length === 0) return [];
  await refuseInvalidDetails(tx, user, changes);
  const now = await readClock(tx);
  const data = {
    ...Object.fromEntries(changed.map((column) => [column, columnValue(column, changes[column])])),
    ...(changed.includes('email') && { email_verified_at: now }),
    date_updated: now,
  };
  try {
    const updatedUser = await tx.user.update({ where: { id: user.id }, data });
    if (changed.some((column) => guardColumns.has(column))) await reassignGuards(tx, keys, updatedUser);
  } catch (error) {
    throw takenConflict(error) ?? error;
  }
  return changed;
}

/** Prisma takes dates as `Date`. */
function columnValue<Value>(column: keyof UserChanges, value: Value): Value | Date {
  const isDate = column in profileFields && profileFields[column as ProfileField].type === 'date';
  return isDate && typeof value === 'string' ? new Date(value) : value;
}

/** The names of the account, and columns whose change ends a pending name. */
const guardColumns = new Set<keyof UserChanges>(['username', 'email', 'pending_email', 'password_hash']);

/** A code that was stored under an older table may remain. */
function refuseWrongCode(user: StoredUser, changes: UserChanges, changed: (keyof UserChanges)[]): void {
  if (!changed.includes('country_name') && !changed.includes('country_code')) return;
  const { country_name = user.country_name, country_code = user.country_code } = changes;
  const code = country_name === null ? undefined : dialingCodeOf(country_name);
  if (code === undefined || country_code === null || country_code === code) return;
  // The stored country is private.
  const reason = changes.country_name
    ? `Must be ${code} for ${country_name}.`
    : 'Must be the code of the country.';
  throw validationFailed({ country_code: [reason] });
}

/** Records the values before and after. For the password and the image, only the name of the field. */
export async function recordUserUpdate(
  tx: Transaction,
  actor: Actor,
  { id, username }: Pick<StoredUser, 'id' | 'username'>,
  { fields, changes }: { fields: readonly string[]; changes: Record<string, { from: unknown; to: unknown }> },
): Promise<void> {
  const renamed = changes['username'] ? `, who is now ${String(changes['username'].to)}` : '';
  await recordStaffEvent(tx, actor, {
    action: 'user_update',
    userId: id,
    message: `changed the account of ${username}${renamed}: ${fields.join(', ')}.`,
    details: { username, fields, changes },
  });
}
