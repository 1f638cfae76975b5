import { createHash, randomBytes } from 'node:crypto';
import { sessionLimits } from 'contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Database, Transaction } from '#platform/database.ts';
import type { Origin } from './records.ts';

/** Who is calling, as the database knows them now: never what a token says. */
export interface Caller {
  user: {
    id: string;
    username: string;
    email: string;
    is_superuser: boolean;
    is_staff: boolean;
    is_premium_user: boolean;
    must_change_password: boolean;
  };
  session: {
    id: string;
    /** The sign-in. */
    created_at: Date;
    /** True in the seconds after a password change that this session made itself. */
    isReadOnly: boolean;
  };
}

interface CallerRow extends Omit<Caller['user'], 'id'> {
  user_id: string;
  session_id: string;
  signed_in_at: Date;
  is_read_only: boolean;
  is_touch_due: boolean;
}

const touchEverySeconds = 60;

/** The living session and its user's flags: asked on every request, so that a revocation works at once. */
export async function findCaller(
  database: Database,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<Caller | null> {
  const { rows } = await database.pool.query<CallerRow>({
    name: 'find-caller',
    text: `
      SELECT s.id AS session_id, s.created_at AS signed_in_at, s.revoked_at IS NOT NULL AS is_read_only,
             s.last_used_at < now() - $3 * interval '1 second' AS is_touch_due,
             u.id AS user_id, u.username, u.email, u.is_superuser, u.is_staff, u.is_premium_user,
             u.must_change_password
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = $1 AND s.user_id = $2 AND s.expires_at > now() AND u.is_active
        AND (s.revoked_at IS NULL OR s.read_only_until > now())`,
    values: [sessionId, userId, touchEverySeconds],
  });
  const [row] = rows;
  if (!row) return null;
  if (row.is_touch_due && !row.is_read_only) touch(database, sessionId);
  const { session_id, signed_in_at, is_read_only, user_id, ...user } = row;
  return {
    user: {
      id: user_id,
      username: user.username,
      email: user.email,
      is_superuser: user.is_superuser,
      is_staff: user.is_staff,
      is_premium_user: user.is_premium_user,
      must_change_password: user.must_change_password,
    },
    session: { id: session_id, created_at: signed_in_at, isReadOnly: is_read_only },
  };
}

/** No request waits for this, and none fails with it: the time of use is worth a minute's precision at most. */
function touch({ pool }: Database, sessionId: string): void {
  pool
    .query(
      `UPDATE sessions SET last_used_at = now()
       WHERE id = $1 AND last_used_at < now() - $2 * interval '1 second'`,
      [sessionId, touchEverySeconds],
    )
    .catch(() => {});
}

export interface NewSession {
  id: string;
  /** Known to the client only; the table keeps its hash. */
  refreshToken: string;
}

const refreshTokenBytes = 32;

const hashOf = (refreshToken: string) => createHash('sha256').update(refreshToken).digest();

/**
 * Starts a session, provided that the account still has the password that was checked and is still active. Null
 * if not: something changed it in the meantime. Locks the user's row, so that whoever changes the password and
 * then ends all sessions also ends this one.
 */
export async function startSession(
  tx: Transaction,
  origin: Origin,
  account: { userId: string; checkedHash: string; newHash: string },
): Promise<NewSession | null> {
  const id = uuidv7();
  const refreshToken = randomBytes(refreshTokenBytes).toString('base64url');
  const started = await tx.$executeRaw`
    WITH signed_in AS (
      UPDATE users SET last_login = now(), password_hash = ${account.newHash}
      WHERE id = ${account.userId}::uuid AND password_hash = ${account.checkedHash} AND is_active
      RETURNING id
    )
    INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at, ip_address, user_agent)
    SELECT ${id}::uuid, id, ${hashOf(refreshToken)}, now() + ${sessionLimits.sessionMs} * interval '1 millisecond',
           ${origin.ipAddress}, ${origin.userAgent}
    FROM signed_in`;
  return started === 1 ? { id, refreshToken } : null;
}

export interface LivingSession {
  id: string;
  userId: string;
  username: string;
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

/** The living session that a refresh token belongs to. */
export async function findSession({ pool }: Database, refreshToken: string): Promise<LivingSession | null> {
  if (!refreshTokenForm.test(refreshToken)) return null;
  const { rows } = await pool.query<SessionRow>(
    `SELECT s.id, s.user_id, u.username FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.refresh_token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND u.is_active`,
    [hashOf(refreshToken)],
  );
  return toLivingSession(rows[0]);
}

/**
 * The same, marked as used. Locks its row as `revokeSession` does: once that has committed, this finds no living
 * session.
 */
export async function renewSession({ pool }: Database, refreshToken: string): Promise<LivingSession | null> {
  if (!refreshTokenForm.test(refreshToken)) return null;
  const { rows } = await pool.query<SessionRow>(
    `UPDATE sessions s SET last_used_at = now() FROM users u
     WHERE s.refresh_token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now()
       AND u.id = s.user_id AND u.is_active
     RETURNING s.id, s.user_id, u.username`,
    [hashOf(refreshToken)],
  );
  return toLivingSession(rows[0]);
}

/** Ends one session; false if it was ended already. */
export async function revokeSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const revoked = await tx.$executeRaw`
    UPDATE sessions SET revoked_at = now() WHERE id = ${sessionId}::uuid AND revoked_at IS NULL`;
  return revoked === 1;
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
