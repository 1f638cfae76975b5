import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { isSuspended } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { arrayOf, defineQuery, idRow, noRow } from '#platform/database/query.ts';
import { addJob } from '#platform/jobs/jobs.queries.ts';
import { eventParts, type EventRecords } from '#audit/audit.queries.ts';
import type { ClientInfo } from '#audit/audit.ts';
import { insertSignIn, selectFamiliar } from './sign-ins.queries.ts';

/** Notes the address of users who are superusers. `used` has the columns `user_id` and `ip_address`. */
const noteSuperusers = (used: Prisma.Sql) => Prisma.sql`
  INSERT INTO superuser_addresses (user_id, ip_address)
  SELECT users.id, used.ip_address FROM (${used}) AS used JOIN users ON users.id = used.user_id AND users.is_superuser
  ON CONFLICT (user_id, ip_address) DO UPDATE SET last_seen_at = now()`;

export const noteSuperuser = defineQuery(
  'note-superuser-address',
  noRow,
  (userId: string, ipAddress: string) =>
    noteSuperusers(Prisma.sql`SELECT ${userId}::uuid AS user_id, ${ipAddress}::text AS ip_address`),
);

const Session = z.object({ id: z.string(), user_id: z.string(), username: z.string() });
/** Whole seconds of the database's clock, as in tokens. */
const Seconds = z.object({ seconds: z.number() });
const seconds = Prisma.sql`floor(extract(epoch FROM now()))::float8 AS seconds`;

export interface SignedInAccount {
  userId: string;
  /** The hash that the password was checked against, and the hash to store. */
  checkedHash: string;
  newHash: string;
  deviceId: string;
  isDeviceKnown: boolean;
  /** The session before a change of the password. The new session continues its times of authentication. */
  formerSessionId: string | null;
  /** Whether the session starts without a password. */
  isWithoutPassword: boolean;
}

interface SessionStart extends SignedInAccount {
  id: string;
  refreshTokenHash: Buffer;
  hasPassedSecondFactor: boolean;
  clientInfo: ClientInfo;
  event: EventRecords;
}

export interface NewDeviceJob {
  user_id: string;
  sign_in_id: string;
}

export const newDeviceTask = 'welcome_new_device';

/**
 * Starts a session, updates the device and records the sign-in, unless the password has changed since
 * its check or the account is disabled. Locks the user's row, so that a password change ends this
 * session too. The sessions of a temporary password end when it expires; `least` ignores null. A job handles
 * a new device, so that the duration of a sign-in does not reveal whether the device is known.
 */
export const startSession = defineQuery(
  'start-session',
  Seconds.extend({ job_id: z.string().nullable() }),
  ({
    id,
    refreshTokenHash,
    userId,
    checkedHash,
    newHash,
    deviceId,
    isDeviceKnown,
    hasPassedSecondFactor,
    formerSessionId,
    isWithoutPassword,
    clientInfo,
    event,
  }: SessionStart) => {
    const job: NewDeviceJob = { user_id: userId, sign_in_id: uuidv7() };
    return Prisma.sql`
    WITH signed_in AS (
      UPDATE users SET last_login = now(), password_hash = ${newHash}
      FROM (SELECT last_login FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE) AS former
      WHERE id = ${userId}::uuid AND password_hash = ${checkedHash} AND is_active
        AND NOT ${isSuspended(Prisma.sql`users`)}
      RETURNING id AS user_id, password_expires_at, former.last_login IS NOT NULL AS is_returning
    ), ${eventParts(event, Prisma.sql`EXISTS (SELECT FROM signed_in)`)}, device AS (
      INSERT INTO devices (id, user_id, user_agent)
      SELECT ${deviceId}::uuid, user_id, ${clientInfo.userAgent} FROM signed_in
      ON CONFLICT (id) DO UPDATE SET last_used_at = now(), user_agent = excluded.user_agent
    ), new_sign_in AS (
      ${insertSignIn(Prisma.sql`signed_in`, clientInfo, 'success', job.sign_in_id)}
    ), new_session AS (
      INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at, ip_address, user_agent, device_id,
                            authenticated_at, second_factor_at, is_by_passkey, began_without_password)
      SELECT ${id}::uuid, signed_in.user_id, ${refreshTokenHash}::bytea,
             least(now() + ${sessionLimits.sessionMs}::int * interval '1 millisecond', password_expires_at),
             ${clientInfo.ipAddress}, ${clientInfo.userAgent}, ${deviceId}::uuid,
             coalesce(former.authenticated_at, now()),
             CASE WHEN ${hasPassedSecondFactor}::boolean THEN coalesce(former.second_factor_at, now()) END,
             ${isWithoutPassword}::boolean, ${isWithoutPassword}::boolean
      FROM signed_in LEFT JOIN sessions AS former ON former.id = ${formerSessionId}::uuid
      RETURNING ${seconds}
    )
    SELECT seconds,
           CASE WHEN is_returning AND NOT ${isDeviceKnown}::boolean AND NOT EXISTS (
             ${selectFamiliar(Prisma.sql`${userId}::uuid`, clientInfo)}
           ) THEN (${addJob(newDeviceTask, job)}).id::text END AS job_id
    FROM new_session, signed_in`;
  },
);

/** Valid sessions, and those that may still read after a password change. */
export const selectSession = defineQuery(
  'select-session',
  Session,
  (refreshTokenHashes: readonly Buffer[]) => Prisma.sql`
    SELECT s.id, s.user_id, u.username FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.refresh_token_hash = ANY (${arrayOf('bytea', refreshTokenHashes)}) AND s.expires_at > now() AND u.is_active
      AND (s.revoked_at IS NULL OR s.read_only_until > now())`,
);

/** Waits for a concurrent end of the session, and then returns no row. */
export const touchSession = defineQuery(
  'touch-session',
  Session.extend(Seconds.shape),
  (refreshTokenHashes: readonly Buffer[], ipAddress: string) => Prisma.sql`
    WITH touched AS (
      UPDATE sessions s SET last_used_at = now(), ip_address = ${ipAddress} FROM users u
      WHERE s.refresh_token_hash = ANY (${arrayOf('bytea', refreshTokenHashes)}) AND s.revoked_at IS NULL AND s.expires_at > now()
        AND u.id = s.user_id AND u.is_active
      RETURNING s.id, s.user_id, u.username, s.ip_address
    ), noted AS (${noteSuperusers(Prisma.sql`SELECT user_id, ip_address FROM touched`)})
    SELECT id, user_id, username, ${seconds} FROM touched`,
);

/** The payload is the id of the user whose sessions ended. It is sent after a commit. */
export const endedSessionsChannel = 'ended_sessions';

export const announceEndedSessions = defineQuery(
  'announce-ended-sessions',
  z.object({ announced: z.string() }),
  (userId: string) => Prisma.sql`SELECT pg_notify(${endedSessionsChannel}, ${userId})::text AS announced`,
);

/** Also ends the permission to read after a password change. */
export const revokeSession = defineQuery(
  'revoke-session',
  idRow,
  (id: string, userId: string) => Prisma.sql`
    UPDATE sessions SET revoked_at = coalesce(revoked_at, now()), read_only_until = NULL
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND expires_at > now()
      AND (revoked_at IS NULL OR read_only_until > now())
    RETURNING id`,
);
