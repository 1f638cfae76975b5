import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { endSession } from '#auth/sessions/sessions.ts';
import { notFound } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';

export async function listValidSessions(tx: Transaction, caller: Caller, userId: string) {
  const sessions = await tx.session.findMany({
    where: { user_id: userId, revoked_at: null, expires_at: { gt: await readClock(tx) } },
    orderBy: [{ last_used_at: 'desc' }, { id: 'desc' }],
    omit: { refresh_token_hash: true },
  });
  return sessions.map((session) => ({ ...session, current: session.id === caller.session.id }));
}

export async function deleteSession(
  { database }: HasDatabase,
  { caller: { user, session }, clientInfo }: Actor,
  id: string,
): Promise<void> {
  const message =
    id === session.id ? `${user.username} signed out.` : `${user.username} ended another session.`;
  const isEnded = await database.prisma.$transaction((tx) =>
    endSession(tx, clientInfo, { id, userId: user.id, username: user.username }, message),
  );
  if (!isEnded) throw notFound();
}
