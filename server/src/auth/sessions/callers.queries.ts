import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { arrayOf, defineQuery, noRow } from '#platform/database/query.ts';
import { hasSecondFactor } from '#auth/credentials/users.queries.ts';

/** The precision of `last_used_at`. */
export const touchEverySeconds = 60;

/** Columns of `users AS u`. */
export const callerUserColumns = Prisma.sql`
  u.id AS user_id, u.username, u.email, u.is_superuser, u.is_staff, u.is_premium_user, u.must_change_password`;
export const CallerUserRow = z.object({
  user_id: z.string(),
  username: z.string(),
  email: z.string(),
  is_superuser: z.boolean(),
  is_staff: z.boolean(),
  is_premium_user: z.boolean(),
  must_change_password: z.boolean(),
});
export type CallerUserRow = z.output<typeof CallerUserRow>;

const CallerRow = CallerUserRow.extend({
  session_id: z.string(),
  device_id: z.string().nullable(),
  has_passed_second_factor: z.boolean(),
  signed_in_at: z.date(),
  is_read_only: z.boolean(),
  is_recent: z.boolean(),
  is_without_password: z.boolean(),
  began_without_password: z.boolean(),
  /** The database's time, in seconds since 1970. */
  now: z.number(),
  is_touch_due: z.boolean(),
});
export type CallerRow = z.output<typeof CallerRow>;

/** Valid sessions, and those that may still read after a password change. */
const callersWhere = (condition: Prisma.Sql) => Prisma.sql`
    SELECT s.id AS session_id, s.device_id, s.second_factor_at IS NOT NULL AS has_passed_second_factor,
           s.created_at AS signed_in_at, s.revoked_at IS NOT NULL AS is_read_only,
           s.authenticated_at >= now() - ${sessionLimits.recentSignInSeconds}::int * interval '1 second'
             AND (s.second_factor_at IS NOT NULL OR NOT ${hasSecondFactor(Prisma.sql`u.id`)}) AS is_recent,
           s.is_by_passkey AS is_without_password, s.began_without_password,
           extract(epoch FROM now())::float8 AS now,
           s.revoked_at IS NULL AND s.last_used_at < now() - ${touchEverySeconds}::int * interval '1 second'
             AS is_touch_due,
           ${callerUserColumns}
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE ${condition} AND s.expires_at > now() AND u.is_active
      AND (s.revoked_at IS NULL OR s.read_only_until > now())`;

/** The most frequent statement costs two thirds of the one for several sessions. */
export const selectCaller = defineQuery('select-caller', CallerRow, (sessionId: string) =>
  callersWhere(Prisma.sql`s.id = ${sessionId}::uuid`),
);

export const selectCallers = defineQuery('select-callers', CallerRow, (sessionIds: readonly string[]) =>
  callersWhere(Prisma.sql`s.id = ANY (${arrayOf('uuid', sessionIds)})`),
);

/** The IP address is that of the last use. */
export const touchSessions = defineQuery(
  'touch-sessions',
  noRow,
  (used: readonly { sessionId: string; ipAddress: string }[]) => Prisma.sql`
    UPDATE sessions SET last_used_at = now(), ip_address = used.ip_address
    FROM unnest(${arrayOf(
      'uuid',
      used.map(({ sessionId }) => sessionId),
    )}, ${arrayOf(
      'text',
      used.map(({ ipAddress }) => ipAddress),
    )}) AS used (id, ip_address)
    WHERE sessions.id = used.id AND last_used_at < now() - ${touchEverySeconds}::int * interval '1 second'`,
);
