import { listLimits } from 'contract/limits.ts';
import { profileFields } from 'contract/users/profile-fields.ts';
import { privateFields, User } from 'contract/users/user.ts';
import { z } from 'zod';
import type { AccountStatus } from 'contract/users/users.constants.ts';
import { statedReason } from '#domain/accounts/user-views.queries.ts';
import { identifierKeyPrefix } from '#auth/credentials/login-guards.ts';
import { failuresBefore } from '#domain/accounts/accounts.queries.ts';
import { isSuspended, suspendedUntil } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';
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

const accountStatus = Prisma.sql`CASE ${Prisma.join(cases, ' ')} ELSE 'active' END`;

/** Undefined if the list is not filtered. */
export function hasStatus(status: AccountStatus | null): Prisma.Sql | undefined {
  if (status === null) return undefined;
  const index = rules.findIndex(([name]) => name === status);
  const earlier = index < 0 ? rules : rules.slice(0, index);
  const conditions = earlier.map(([, rule]) => Prisma.sql`NOT (${rule})`);
  const condition = rules[index]?.[1];
  return Prisma.join(condition ? [condition, ...conditions] : conditions, ' AND ');
}

/** For `users AS record` with `userJoins`. */
export const listedColumns = Prisma.sql`
  record.id, record.email, record.username, record.is_superuser, ${enabled} AS is_active,
  record.is_staff, record.is_premium_user, record.user_image, record.last_login,
  record.last_login AS last_login_time, record.date_updated, coalesce(guard.attempts, 0) AS login_attempts,
  ${accountStatus} AS account_status, ${suspendedUntil(Prisma.sql`record`)} AS suspended_until`;

const profileColumns = Prisma.raw(
  Object.entries(profileFields)
    .map(([name, { type }]) =>
      type === 'date' ? `to_char(record.${name}, 'YYYY-MM-DD') AS ${name}` : `record.${name}`,
    )
    .join(', '),
);

const userColumns = Prisma.sql`
  ${listedColumns}, ${profileColumns}, record.pending_email, record.must_change_password,
  CASE WHEN ${isSuspended(Prisma.sql`record`)} THEN record.suspension_reason END AS suspension_reason`;

const times = {
  last_login: z.date().nullable(),
  last_login_time: z.date().nullable(),
  date_updated: z.date(),
  suspended_until: z.date().nullable(),
};

export const UserRow = User.extend(times);
export type UserRow = z.output<typeof UserRow>;

export const ListedUserRow = User.omit(privateFields).extend(times);
export type ListedUserRow = z.output<typeof ListedUserRow>;

/** The highest number of failed sign-ins of one identifier. */
export const userJoins = Prisma.sql`
  CROSS JOIN LATERAL (
    SELECT max(attempts) AS attempts FROM login_guards
    WHERE user_id = record.id AND starts_with(key, ${identifierKeyPrefix})
  ) AS guard`;

export const selectUser = defineQuery(
  'select-user',
  UserRow,
  (id: string) =>
    Prisma.sql`SELECT ${userColumns} FROM users AS record ${userJoins} WHERE record.id = ${id}::uuid`,
);

/** A user, with the reason that the agent has stated to view the record. */
export const selectViewedUser = defineQuery(
  'select-viewed-user',
  UserRow.extend({ view_reason: z.string().nullable() }),
  (agentId: string, id: string) => Prisma.sql`
    SELECT ${userColumns}, ${statedReason(agentId)} AS view_reason
    FROM users AS record ${userJoins} WHERE record.id = ${id}::uuid`,
);

/** More accounts that sign in from an IP address share it, and fail there for other reasons than guesses. */
const mostSignedIn = 3;

/**
 * The IP addresses of a user, the last used first. Of each, the accounts with the latest records are counted, and the failures before the
 * latest successful sign-in that had any, unless many accounts share the IP address.
 */
export const selectUserAddresses = defineQuery(
  'select-user-addresses',
  z.object({
    ip_address: z.string(),
    records: z.int(),
    last_at: z.date(),
    accounts: z.int(),
    failures_before: z.int().nullable(),
  }),
  (userId: string) => Prisma.sql`
    SELECT used.ip_address, records, last_at, accounts,
           CASE WHEN signed_in <= ${mostSignedIn} THEN failed.failures END AS failures_before
    FROM (
      SELECT ip_address, count(*)::int AS records, max(created_at) AS last_at FROM ip_records
      WHERE user_id = ${userId}::uuid GROUP BY ip_address ORDER BY max(created_at) DESC
      LIMIT ${listLimits.overviewAddresses}
    ) AS used CROSS JOIN LATERAL (
      SELECT count(DISTINCT user_id)::int AS accounts, count(DISTINCT user_id) FILTER (WHERE action = 'login') AS signed_in FROM (
        SELECT user_id, action FROM ip_records AS other
        WHERE address_of(other.ip_address) = address_of(used.ip_address) ORDER BY created_at DESC LIMIT 1000
      ) AS latest
    ) AS counted LEFT JOIN (
      SELECT DISTINCT ON (ip_address) ip_address, failures
      FROM (${failuresBefore(Prisma.sql`record.user_id = ${userId}::uuid`)}) AS success ORDER BY ip_address, login_at DESC
    ) AS failed ON failed.ip_address = used.ip_address
    ORDER BY last_at DESC`,
);
