import type { AccountStatus } from 'contract/users/users.constants.ts';
import { identifierKeyPrefix } from '#auth/credentials/login-guards.ts';
import { isSuspended } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import type { UserModel } from '#generated/prisma/models.ts';

type EnabledColumns = Pick<UserModel, 'is_active' | 'deletion_asked_at' | 'stays_disabled'>;

/**
 * The value of `is_active` for clients: whether staff have not disabled the account. An account that waits for its
 * deletion is inactive in the database, but enabled.
 */
export const isEnabled = ({ is_active, deletion_asked_at, stays_disabled }: EnabledColumns): boolean =>
  is_active || (deletion_asked_at !== null && !stays_disabled);

/** The same condition for `users AS record`. */
export const enabled = Prisma.sql`
  (record.is_active OR record.deletion_asked_at IS NOT NULL AND NOT record.stays_disabled)`;

/** Conditions on `users AS record`. The first true one decides; if none is true, the account is active. */
const rules: readonly (readonly [AccountStatus, Prisma.Sql])[] = [
  ['deleting', Prisma.sql`record.deletion_asked_at IS NOT NULL`],
  ['disabled', Prisma.sql`NOT record.is_active`],
  ['suspended', isSuspended(Prisma.sql`record`)],
  [
    'locked',
    Prisma.sql`EXISTS (
      SELECT FROM login_guards
      WHERE user_id = record.id AND starts_with(key, ${identifierKeyPrefix}) AND next_try_at > now())`,
  ],
  ['unverified', Prisma.sql`record.email_verified_at IS NULL`],
];

const cases = rules.map(([status, rule]) => Prisma.sql`WHEN ${rule} THEN ${status}`);

export const accountStatus = Prisma.sql`CASE ${Prisma.join(cases, ' ')} ELSE 'active' END`;

/** Undefined if the list is not filtered. */
export function hasStatus(status: AccountStatus | null): Prisma.Sql | undefined {
  if (status === null) return undefined;
  const index = rules.findIndex(([name]) => name === status);
  const earlier = index < 0 ? rules : rules.slice(0, index);
  const conditions = earlier.map(([, rule]) => Prisma.sql`NOT (${rule})`);
  const condition = rules[index]?.[1];
  return Prisma.join(condition ? [condition, ...conditions] : conditions, ' AND ');
}
