import type { Transaction } from '#platform/database/database.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { endApiTokens } from './api-tokens.ts';
import { revokeSessions } from './sessions.ts';

/** `changed` by its owner, `reset` by the first use of a temporary one, `set by staff`. */
export type PasswordEvent = 'changed' | 'reset' | 'set by staff';

interface Acting {
  /** May still read for a minute. */
  sessionId?: string;
  /** Stays known. */
  deviceId?: string | null;
}

/**
 * Ends whatever somebody may have prepared who knew the former password: sessions, devices, the pending address and its
 * links; unless the owner changed it also tokens, and after a password set by staff the resets under way. The one place for what else is to end. The caller has
 * locked the user.
 */
export async function revokeOnPasswordEvent(
  tx: Transaction,
  userId: string,
  event: PasswordEvent,
  { sessionId, deviceId }: Acting = {},
): Promise<void> {
  const ofUser = { user_id: userId };
  await revokeSessions(tx, userId, sessionId);
  await tx.device.deleteMany({ where: { ...ofUser, ...(deviceId && { id: { not: deviceId } }) } });
  await tx.user.update({ where: { id: userId }, data: { pending_email: null } });
  await tx.accountLink.deleteMany({ where: { ...ofUser, purpose: 'change_email' } });
  if (event !== 'changed') await endApiTokens(tx, userId);
  if (event === 'set by staff') {
    await tx.accountLink.deleteMany({ where: { ...ofUser, purpose: 'reset_password' } });
  }
}

/**
 * For the undoing of a change that somebody else made: ends the sessions, makes the present password useless until a
 * reset, and takes back a deletion and the ways in that were made since. The one place for what else is to go.
 */
export async function revokeMadeSince(
  tx: Transaction,
  userId: string,
  since: Date,
  /** A hash that no password matches. */
  decoy: string,
): Promise<void> {
  const data = { password_hash: decoy, password_expires_at: null, date_updated: await readClock(tx) };
  await tx.user.update({ where: { id: userId }, data });
  await tx.user.updateMany({
    where: { id: userId, deletion_asked_at: { gte: since } },
    data: { deletion_asked_at: null, is_active: true },
  });
  await revokeSessions(tx, userId);
  const madeSince = { user_id: userId, created_at: { gte: since } };
  await tx.device.deleteMany({ where: madeSince });
  await tx.secondFactor.deleteMany({ where: madeSince });
  await tx.recoveryCode.deleteMany({ where: madeSince });
  await endApiTokens(tx, userId, since);
}
