import type { Actor, Caller } from '#auth/sessions/callers.ts';
import type { CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { requireRecent, requireRecentOrPassword } from '#auth/sessions/step-up.ts';
import type { LinkPurpose } from '#auth/links/account-links.ts';
import { endApiTokens } from '#auth/tokens/api-tokens.ts';
import { revokeSessions } from '#auth/sessions/sessions.ts';
import { mailAccountLink } from '#domain/mail/account-mail.ts';
import { endInvitations } from '#domain/invitations/invitations.ts';
import { unlinkUser } from '#domain/followed-loans/loan-links.ts';
import { eraseUsers } from '#domain/storage/user-images.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { assertNotLastSuperuser, lockActorAndTarget, refuseUnmanaged } from '#domain/accounts/permissions.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { readUser } from '#domain/accounts/user-details.ts';

const refusal = 'You may not delete this user.';

/**
 * Deletes a user that the caller manages, with all their records, and informs them by email. The audit trail records
 * the deletion. A user's own account is closed first, and deleted when the emailed link has expired.
 */
export async function deleteUser(
  deps: CredentialsDependencies,
  actor: Actor,
  { id, currentPassword }: { id: string; currentPassword: string | null | undefined },
): Promise<void> {
  const { caller, clientInfo } = actor;
  const isSelf = id === caller.user.id;
  if (isSelf) await requireRecentOrPassword(deps, actor, currentPassword);
  await deps.database.prisma.$transaction(async (tx) => {
    await assertNotLastSuperuser(tx, caller, id);
    const { manager, target: user } = await lockActorAndTarget(tx, caller, id);
    refuseUnmanaged(manager, user, refusal);
    if (isSelf) await closeAccount(tx, clientInfo, user);
    else await eraseAccount(tx, actor, user);
  });
}

/** The account cannot be found or signed in to. The emailed link reopens it. */
async function closeAccount(tx: Transaction, clientInfo: ClientInfo, user: UserModel): Promise<void> {
  const { id, username, email } = user;
  const now = await readClock(tx);
  await tx.user.update({
    where: { id },
    data: { is_active: false, deletion_asked_at: now, pending_email: null, date_updated: now },
  });
  await unlinkUser(tx, id);
  await endInvitations(tx, id);
  await revokeSessions(tx, id);
  await endApiTokens(tx, id);
  // The request may come from an attacker: the previous email address can still restore the account, and an added factor can be removed.
  const remainingPurposes: LinkPurpose[] = ['undo_email_change', 'not_me'];
  await tx.accountLink.deleteMany({ where: { user_id: id, purpose: { notIn: remainingPurposes } } });
  await mailAccountLink(tx, 'account-deleting', { userId: id, email });
  await recordAccountEvent(tx, clientInfo, {
    action: 'account_delete',
    user,
    message: `${username} requested the deletion of the account.`,
  });
}

async function eraseAccount(tx: Transaction, { caller, clientInfo }: Actor, user: UserModel): Promise<void> {
  await eraseUsers(tx, [user.id]);
  await recordAccountEvent(tx, clientInfo, {
    action: 'account_delete',
    user: { id: user.id, username: null },
    actorId: caller.user.id,
    message: `${caller.user.username} deleted the account of ${user.username}.`,
  });
  if (user.email_verified_at) await enqueueSecurityMail(tx, 'account-deleted', user.email);
  await tx.user.delete({ where: { id: user.id } });
}

export async function refuseUndeletable({ database }: HasDatabase, caller: Caller, id: string) {
  refuseUnmanaged(caller.user, await readUser(database.prisma, id), refusal);
  if (id !== caller.user.id) requireRecent(caller);
}
