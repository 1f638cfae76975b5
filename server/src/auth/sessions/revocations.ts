import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Transaction } from '#platform/database/database.ts';
import { daysAfter, readClock } from '#platform/database/clock-and-locks.queries.ts';
import { endApiTokens } from '#auth/tokens/api-tokens.ts';
import { removeSomeFactors } from '#auth/second-factor/factors.ts';
import { revokeSessions } from './sessions.ts';

type PasswordEvent = 'changed' | 'reset' | 'set by staff';

interface RevocationExceptions {
  /** The session that may still read for a minute. */
  sessionId?: string;
  /** The device that remains known. */
  deviceId?: string | null;
}

/**
 * Revokes everything that someone with the former password may have prepared: sessions, devices, the
 * pending email address, API tokens unless the owner made the change, and pending resets if staff made it.
 * The caller has locked the user.
 */
export async function revokeOnPasswordEvent(
  tx: Transaction,
  userId: string,
  event: PasswordEvent,
  { sessionId, deviceId }: RevocationExceptions = {},
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

/** Cancels a deletion. The account remains disabled if staff have disabled it in the meantime. */
export const cancelledDeletion = ({ stays_disabled }: UserModel) => ({
  deletion_asked_at: null,
  is_active: !stays_disabled,
  stays_disabled: false,
});

/**
 * Call it to undo a change that someone else made: ends the sessions, disables the password until a
 * reset, cancels a deletion, and removes credentials that were added since, and second factors of the week before.
 */
export async function revokeAccessSince(
  tx: Transaction,
  user: UserModel,
  since: Date,
  /** Matches no password. */
  decoy: string,
): Promise<void> {
  const userId = user.id;
  const isDeletedSince = user.deletion_asked_at !== null && user.deletion_asked_at >= since;
  const data = { password_hash: decoy, password_expires_at: null, date_updated: await readClock(tx) };
  await tx.user.update({
    where: { id: userId },
    data: { ...data, ...(isDeletedSince && cancelledDeletion(user)) },
  });
  await revokeSessions(tx, userId);
  const createdSince = { user_id: userId, created_at: { gte: since } };
  await tx.device.deleteMany({ where: createdSince });
  await tx.recoveryCode.deleteMany({ where: createdSince });
  // Someone who requested the change may have prepared for it.
  const suspectSince = daysAfter(since, -secondFactorLimits.addedBeforeEmailChangeDays);
  await removeSomeFactors(tx, userId, { created_at: { gte: suspectSince } });
  await endApiTokens(tx, userId, since);
}
