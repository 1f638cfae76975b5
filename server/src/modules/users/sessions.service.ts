import type { SessionRecord } from 'contract/users.ts';
import type { Caller } from '#domain/callers.ts';
import type { Origin } from '#domain/records.ts';
import { endSession } from '#domain/sessions.ts';
import { notFound } from '#errors.ts';
import type { Database } from '#platform/database.ts';

interface SessionRow {
  id: string;
  created_at: Date;
  last_used_at: Date;
  ip_address: string;
  user_agent: string;
}

/** The caller's living sessions, the last used first. */
export async function listSessions(
  { database }: { database: Database },
  { user, session }: Caller,
): Promise<{ data: SessionRecord[] }> {
  const { rows } = await database.pool.query<SessionRow>(
    `SELECT id, created_at, last_used_at, ip_address, user_agent FROM sessions
     WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > now() ORDER BY last_used_at DESC, id DESC`,
    [user.id],
  );
  return {
    data: rows.map(({ id, created_at, last_used_at, ip_address, user_agent }) => ({
      id,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      ip_address,
      user_agent,
      current: id === session.id,
    })),
  };
}

/** Ends one of the caller's sessions, the calling one included. Throws `not_found`. */
export async function deleteSession(
  { database }: { database: Database },
  origin: Origin,
  { user, session }: Caller,
  id: string,
): Promise<void> {
  const message =
    id === session.id ? `${user.username} signed out.` : `${user.username} ended another session.`;
  const isEnded = await database.prisma.$transaction((tx) =>
    endSession(tx, origin, { id, userId: user.id, username: user.username }, message),
  );
  if (!isEnded) throw notFound();
}
