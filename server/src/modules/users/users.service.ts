import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { AppError, notFound } from '#errors.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import type { Dependencies } from '#dependencies.ts';
import { resetGuards } from '#auth/credentials/login-guards.ts';
import { revokeSessions, endSession } from '#auth/sessions/sessions.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { lockManagedUser } from '#domain/accounts/permissions.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { selectViewedUser, type UserRow } from './users.queries.ts';

/** With the reason that the caller has stated to view the user, which is not sent. */
export async function readViewedUser({ database }: HasDatabase, caller: Caller, id: string) {
  const [user] = await selectViewedUser(database, caller.user.id, id);
  if (!user) throw id === caller.user.id ? new AppError('token_not_valid') : notFound();
  // The session timer starts at the sign-in of this session, even if other sign-ins follow.
  if (id !== caller.user.id || caller.scopes) return user;
  return { ...user, last_login_time: caller.session.created_at };
}

export async function getOwnUser(deps: HasDatabase, caller: Caller): Promise<UserRow> {
  const { view_reason: _reason, ...user } = await readViewedUser(deps, caller, caller.user.id);
  return user;
}

/** Resets the failed sign-ins of the account and its devices. */
export async function unlockUser(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const target = await lockManagedUser(tx, actor.caller, id, 'You may not unlock this user.');
    await resetGuards(tx, keys, target);
    await recordStaffEvent(tx, actor, {
      action: 'user_unlock',
      userId: id,
      message: `unlocked the account of ${target.username}.`,
      details: { username: target.username },
    });
  });
}

/** Ends all sessions of a user and informs them by email. */
export async function endUserSessions({ database }: HasDatabase, actor: Actor, id: string): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const target = await lockManagedUser(tx, actor.caller, id, 'You may not end the sessions of this user.');
    await revokeSessions(tx, id);
    await recordStaffEvent(tx, actor, {
      action: 'endUserSessions',
      userId: id,
      message: `ended all sessions of ${target.username}.`,
      details: { username: target.username },
    });
    if (target.email_verified_at) await enqueueSecurityMail(tx, 'sessions-ended-by-staff', target.email);
  });
}

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
