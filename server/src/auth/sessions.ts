import { randomBytes } from 'node:crypto';
import { sessionLimits } from 'contract/accounts.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { Prisma, type PrismaClient } from '#generated/prisma/client.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { keyedHash, type Keys } from './keys.ts';
import { accountEventParts, recordAccountEvent } from './audit.ts';
import type { ClientInfo } from './client-info.ts';

export interface NewSession {
  id: string;
  /** Known to the client only; the table keeps its keyed hash, so that a new secret ends the session. */
  refreshToken: string;
}

export interface StartedSession extends NewSession {
  /** The database's time, in seconds since 1970: that of the first access token. */
  seconds: number;
}

const refreshTokenBytes = 32;

const hashOf = (keys: Keys, refreshToken: string) => keyedHash(keys.refreshToken, refreshToken);

export interface SessionStart {
  session: NewSession;
  /**
   * Starts it and records the sign-in; without effect where the password or account has changed. Its row, if any, is
   * `{ seconds }` of the started session.
   */
  statement: Prisma.Sql;
}

/**
 * Prepares the start of a session, provided that the account still has the password that was checked and is still
 * active. The statement locks the user's row, so that whoever changes the password and then ends all sessions also
 * ends this one; it returns one row, or none where something has changed in the meantime.
 */
export function prepareSession(
  keys: Keys,
  clientInfo: ClientInfo,
  account: { userId: string; username: string; checkedHash: string; newHash: string },
): SessionStart {
  const id = uuidv7();
  const refreshToken = randomBytes(refreshTokenBytes).toString('base64url');
  const signIn = accountEventParts(
    clientInfo,
    {
      action: 'login',
      userId: account.userId,
      username: account.username,
      message: `${account.username} signed in.`,
      details: { session_id: id },
    },
    Prisma.sql`EXISTS (SELECT FROM signed_in)`,
  );
  const statement = Prisma.sql`
    WITH signed_in AS (
      UPDATE users SET last_login = now(), password_hash = ${account.newHash}
      WHERE id = ${account.userId}::uuid AND password_hash = ${account.checkedHash} AND is_active
      RETURNING id
    ), ${signIn}
    INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at, ip_address, user_agent)
    SELECT ${id}::uuid, id, ${hashOf(keys, refreshToken)}::bytea,
           now() + ${sessionLimits.sessionMs}::int * interval '1 millisecond', ${clientInfo.ipAddress}, ${clientInfo.userAgent}
    FROM signed_in
    RETURNING ${nowSeconds}`;
  return { session: { id, refreshToken }, statement };
}

/** Whole, as in tokens, and a number of Node's. */
const nowSeconds = Prisma.sql`floor(extract(epoch FROM now()))::float8 AS seconds`;

export interface LivingSession {
  id: string;
  userId: string;
  username: string;
}

export interface SessionDependencies {
  database: Database;
  keys: Keys;
}

interface SessionRow {
  id: string;
  user_id: string;
  username: string;
}

const toLivingSession = (row: SessionRow | undefined): LivingSession | null =>
  row ? { id: row.id, userId: row.user_id, username: row.username } : null;

/** Whether text can be a refresh token at all; what cannot is not looked up. */
const refreshTokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The session to sign out of that a refresh token belongs to: one that lives, or may still read. */
export async function findSession(
  { database: { pool }, keys }: SessionDependencies,
  refreshToken: string,
): Promise<LivingSession | null> {
  if (!refreshTokenForm.test(refreshToken)) return null;
  const { rows } = await pool.query<SessionRow>(
    `SELECT s.id, s.user_id, u.username FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.refresh_token_hash = $1 AND s.expires_at > now() AND u.is_active
       AND (s.revoked_at IS NULL OR s.read_only_until > now())`,
    [hashOf(keys, refreshToken)],
  );
  return toLivingSession(rows[0]);
}

/**
 * The living session of a refresh token, marked as used, and the database's time in whole seconds since 1970. Locks its
 * row as `endSession` and `revokeSessions` do: once that has committed, this finds no living session.
 */
export async function renewSession(
  { database: { pool }, keys }: SessionDependencies,
  refreshToken: string,
): Promise<(LivingSession & { seconds: number }) | null> {
  if (!refreshTokenForm.test(refreshToken)) return null;
  const { rows } = await pool.query<SessionRow & { seconds: number }>(
    `UPDATE sessions s SET last_used_at = now() FROM users u
     WHERE s.refresh_token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now()
       AND u.id = s.user_id AND u.is_active
     RETURNING s.id, s.user_id, u.username, ${nowSeconds.text}`,
    [hashOf(keys, refreshToken)],
  );
  const [row] = rows;
  return row ? { id: row.id, userId: row.user_id, username: row.username, seconds: row.seconds } : null;
}

/**
 * Whether the session still lives. In a transaction that holds the lock on its user's row, whoever ends all sessions
 * waits, or has been waited for: so a call that was let in with a session cannot outlive it.
 */
export async function isLiving(tx: Transaction, sessionId: string): Promise<boolean> {
  const living = await tx.$queryRaw<unknown[]>`
    SELECT FROM sessions WHERE id = ${sessionId}::uuid AND revoked_at IS NULL AND expires_at > now()`;
  return living.length === 1;
}

/**
 * Ends one session of a user, the reading of an ended one too, and records it; false if the user has no such session.
 * Once this has committed, no refresh of it succeeds.
 */
export async function endSession(
  tx: Transaction,
  clientInfo: ClientInfo,
  { id, userId, username }: LivingSession,
  message: string,
): Promise<boolean> {
  // Rows of users are locked first, by the record of the event too; the deletion of the user does as well.
  await tx.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`;
  const revoked = await tx.$executeRaw`
    UPDATE sessions SET revoked_at = coalesce(revoked_at, now()), read_only_until = NULL
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND expires_at > now()
      AND (revoked_at IS NULL OR read_only_until > now())`;
  if (revoked === 0) return false;
  const details = { session_id: id };
  await recordAccountEvent(tx, clientInfo, { action: 'logout', userId, username, message, details });
  return true;
}

/**
 * Ends all of a user's sessions. The one that asked for it may still read and sign out for a minute, so that a
 * call made in parallel with the signing in anew is not cut off.
 */
export async function revokeSessions(
  tx: Transaction | PrismaClient,
  userId: string,
  askingSessionId: string | null = null,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE sessions
    SET revoked_at = now(),
        read_only_until = CASE WHEN id = ${askingSessionId}::uuid
                               THEN now() + ${sessionLimits.readOnlySeconds} * interval '1 second' END
    WHERE user_id = ${userId}::uuid AND revoked_at IS NULL`;
}
