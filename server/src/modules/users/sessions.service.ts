import type { SessionRecord } from 'contract/user.ts';
import type { Caller } from '#auth/callers.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import { endSession } from '#auth/sessions.ts';
import { notFound } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';

export interface SessionRow {
  id: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  ip_address: string;
  user_agent: string;
}

/** A user's living sessions, the last used first. `$1` is the user. */
export const selectLivingSessions = `
  SELECT id, created_at, last_used_at, expires_at, ip_address, user_agent FROM sessions
  WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > now() ORDER BY last_used_at DESC, id DESC`;

export function toSession(row: SessionRow, { session }: Caller): SessionRecord & { expires_at: string } {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: row.id === session.id,
  };
}

/** The caller's own. */
export async function listSessions(
  { database }: { database: Database },
  caller: Caller,
): Promise<{ data: SessionRecord[] }> {
  const { rows } = await database.pool.query<SessionRow>(selectLivingSessions, [caller.user.id]);
  return { data: rows.map((row) => toSession(row, caller)) };
}

/** Ends one of the caller's sessions, the calling one included. Throws `not_found`. */
export async function deleteSession(
  { database }: { database: Database },
  clientInfo: ClientInfo,
  { user, session }: Caller,
  id: string,
): Promise<void> {
  const message =
    id === session.id ? `${user.username} signed out.` : `${user.username} ended another session.`;
  const isEnded = await database.prisma.$transaction((tx) =>
    endSession(tx, clientInfo, { id, userId: user.id, username: user.username }, message),
  );
  if (!isEnded) throw notFound();
}
