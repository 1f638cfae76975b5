import { suspensionLimits } from 'contract/users/suspension.constants.ts';
import { utcMoment } from 'contract/utc-moment.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { revokeSessions } from '#auth/sessions/sessions.ts';
import { unlinkUser } from '#domain/followed-loans/loan-links.ts';
import { endInvitations } from '#domain/invitations/invitations.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { refuseEnd } from '#domain/refuse-end.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';

/** Replaces an earlier suspension. Ends all sessions of the user, who is locked and informed by email. */
export async function suspendAccount(
  tx: Transaction,
  actor: Actor,
  { id, username, email, email_verified_at }: UserModel,
  { reason, ends_at }: { reason: string; ends_at: Date },
): Promise<void> {
  refuseEnd(ends_at, await readClock(tx), suspensionLimits);
  await tx.user.update({ where: { id }, data: { suspended_until: ends_at, suspension_reason: reason } });
  await unlinkUser(tx, id);
  await endInvitations(tx, id);
  await revokeSessions(tx, id);
  const until = utcMoment(ends_at);
  await recordStaffEvent(tx, actor, {
    action: 'suspendUser',
    userId: id,
    message: `suspended ${username} until ${until}.`,
    details: { username, reason, ends_at },
  });
  if (email_verified_at) {
    await enqueueSecurityMail(tx, 'account-suspended', email, `until ${until}. Reason: ${reason}`);
  }
}
