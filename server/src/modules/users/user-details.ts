import { dialingCodeOf } from 'contract/countries.ts';
import { refuseTaken, takenConflict } from '#domain/taken-names.ts';
import { notFound, validationFailed } from '#errors.ts';
import { Prisma, type PrismaClient } from '#generated/prisma/client.ts';
import type { Transaction } from '#platform/database/database.ts';

/** What an edit may write into a user's row. Absent and undefined stay, null empties. */
export interface UserChanges {
  username?: string | undefined;
  /** Counts as verified: whoever writes it here has seen to that. */
  email?: string | undefined;
  pending_email?: string | null | undefined;
  /** `YYYY-MM-DD`. */
  date_of_birth?: string | null | undefined;
  country_name?: string | null | undefined;
  country_code?: string | null | undefined;
  phone_number?: string | null | undefined;
  password_hash?: string | undefined;
  must_change_password?: boolean | undefined;
  is_active?: boolean | undefined;
  is_staff?: boolean | undefined;
  is_premium_user?: boolean | undefined;
}

export type StoredUser = { [Column in keyof UserChanges]-?: Exclude<UserChanges[Column], undefined> } & {
  id: string;
  is_superuser: boolean;
  user_image: string | null;
};

/** Typed for PostgreSQL, and the list of what may be written at all. */
const columnTypes: Record<keyof UserChanges, string> = {
  username: 'text',
  email: 'text',
  pending_email: 'text',
  date_of_birth: 'date',
  country_name: 'text',
  country_code: 'text',
  phone_number: 'text',
  password_hash: 'text',
  must_change_password: 'boolean',
  is_active: 'boolean',
  is_staff: 'boolean',
  is_premium_user: 'boolean',
};
const columns = Object.keys(columnTypes) as (keyof UserChanges)[];

const selectUser = (id: string) => Prisma.sql`
  SELECT id, username, email, pending_email, to_char(date_of_birth, 'YYYY-MM-DD') AS date_of_birth,
         country_name, country_code, phone_number, password_hash, must_change_password, is_active, is_staff,
         is_premium_user, is_superuser, user_image
  FROM users WHERE id = ${id}::uuid`;

/** As it stands, for what has to be known before a transaction. Throws `not_found`. */
export async function readUser(prisma: PrismaClient, id: string): Promise<StoredUser> {
  const [user] = await prisma.$queryRaw<StoredUser[]>(selectUser(id));
  if (!user) throw notFound();
  return user;
}

/** Nobody else writes it until the transaction ends. Throws `not_found`. */
export async function lockUser(tx: Transaction, id: string): Promise<StoredUser> {
  const [user] = await tx.$queryRaw<StoredUser[]>`${selectUser(id)} FOR NO KEY UPDATE`;
  if (!user) throw notFound();
  return user;
}

/** The columns that would not stay as they are: clients send whole records back. */
function changedColumns(user: StoredUser, changes: UserChanges): (keyof UserChanges)[] {
  return columns.filter((column) => changes[column] !== undefined && changes[column] !== user[column]);
}

/** Throws what `writeDetails` would throw, as far as that can be told already. */
export async function refuseUnfitDetails(
  tx: Transaction | PrismaClient,
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

/**
 * Writes what has changed, in one statement, and moves `date_updated`; without a change, nothing. `user` is from
 * `lockUser` in the same transaction. Resolves with the changed columns. Throws `conflict` naming what is taken, and
 * `validation_failed` for a code that is not the country's.
 */
export async function writeDetails(
  tx: Transaction,
  user: StoredUser,
  changes: UserChanges,
): Promise<(keyof UserChanges)[]> {
  const changed = changedColumns(user, changes);
  if (changed.length === 0) return [];
  await refuseUnfitDetails(tx, user, changes);
  const assignments = changed.map(
    (column) => Prisma.sql`${Prisma.raw(column)} = ${changes[column]}::${Prisma.raw(columnTypes[column])}`,
  );
  if (changed.includes('email')) assignments.push(Prisma.sql`email_verified_at = now()`);
  try {
    await tx.$executeRaw`
      UPDATE users SET ${Prisma.join(assignments)}, date_updated = now() WHERE id = ${user.id}::uuid`;
  } catch (error) {
    throw takenConflict(error) ?? error;
  }
  return changed;
}

/** Of a country in our table the code must be the table's. What was stored under an older table may stay. */
function refuseWrongCode(user: StoredUser, changes: UserChanges, changed: (keyof UserChanges)[]): void {
  if (!changed.includes('country_name') && !changed.includes('country_code')) return;
  const { country_name, country_code } = { ...user, ...definedOf(changes) };
  const code = country_name === null ? undefined : dialingCodeOf(country_name);
  if (code === undefined || country_code === null || country_code === code) return;
  throw validationFailed({ country_code: [`Must be ${code} for ${country_name}.`] });
}

function definedOf({ country_name, country_code }: UserChanges): Partial<StoredUser> {
  return {
    ...(country_name !== undefined && { country_name }),
    ...(country_code !== undefined && { country_code }),
  };
}
