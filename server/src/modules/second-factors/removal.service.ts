import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import { userMessages } from 'contract/users/users.constants.ts';
import type { CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { findAccountLink } from '#auth/links/account-links.ts';
import { type ClientInfo, recordStaffEvent } from '#audit/audit.ts';
import type { SignInMethods } from '#auth/recovery/last-way.ts';
import { applyRecovery } from '#auth/recovery/recovery.ts';
import { removeFactors } from '#auth/second-factor/factors.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { mailResetIfLockedOut, mailAccountLink } from '#domain/mail/account-mail.ts';
import { cancelledDeletion, lockAndClaim, restoreEmail } from '#domain/accounts/restore-account.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { selectNameHolders } from '#domain/accounts/accounts.queries.ts';
import { lockManagedUser } from '#domain/accounts/permissions.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { StartError } from '#platform/process/start-error.ts';

/**
 * Removes a factor or an identity that an attacker added, and what was added since and in the week before, ends the account's
 * sessions and its password, and emails a reset link. The link belongs to the mailbox that it was sent to: if the account has another
 * email address by now, this one is restored first, and a deletion that was requested is cancelled. The reset link is outside the mail
 * budgets, because no stranger can request it. Works once per link, even if the factor or the identity was already removed. Resolves to
 * what happened, as a text for its owner.
 */
export async function disownSecondFactor(
  { database, keys, hashing }: CredentialsDependencies,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<string> {
  return database.prisma.$transaction(async (tx) => {
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'not_me' });
    const user = link && (await lockAndClaim(tx, link));
    if (!user) throw invalidLink();
    const { count } = await tx.accountLink.updateMany({
      where: { id: link.id, used_at: null },
      data: { used_at: await readClock(tx) },
    });
    if (count === 0) throw invalidLink();
    const { id: userId, username } = user;
    const { second_factor_id: factorId, identity_id: identityId } = link;
    const factor = factorId === null ? null : await tx.secondFactor.findUnique({ where: { id: factorId } });
    const identity = identityId === null ? null : await tx.identity.findUnique({ where: { id: identityId } });
    const addedAt = factor?.created_at ?? identity?.linked_at ?? link.created_at;
    const isMoved = user.email !== link.email;
    const movedAt = isMoved ? await restoreEmail(tx, keys, clientInfo, { user, link }) : addedAt;
    const isReopened = user.deletion_asked_at !== null;
    const account = isReopened ? { ...user, ...cancelledDeletion(user) } : user;
    if (isReopened) await tx.user.update({ where: { id: userId }, data: cancelledDeletion(user) });
    const { hasWaysToReview } = await applyRecovery(tx, {
      event: isMoved ? 'address_restored' : 'credential_disowned',
      userId,
      since: movedAt < addedAt ? movedAt : addedAt,
      decoy: hashing.decoy,
    });
    if (account.is_active) await mailAccountLink(tx, 'reset-link', { userId, email: link.email });
    await recordStaffEvent(
      tx,
      { caller: { user }, clientInfo },
      {
        action: 'disownSecondFactor',
        userId,
        message: identity
          ? `disowned an identity of ${identity.issuer}, and all sessions ended.`
          : 'disowned a second factor, and all sessions ended.',
        details: {
          username,
          method: identity ? 'identity' : (factor?.method ?? null),
          ...(isReopened && { deletion: 'taken back' }),
        },
      },
    );
    const change = identity ? 'identity_changed' : 'second_factor_changed';
    await notify(tx, userId, { kind: 'account_change', change });
    if (hasWaysToReview) await notify(tx, userId, { kind: 'account_change', change: 'ways_to_review' });
    const { disowned } = secondFactorMessages;
    return [
      disowned.removed,
      ...(isMoved ? [disowned.restored] : []),
      ...(isReopened ? [disowned.reopened] : []),
      account.is_active ? disowned.mailed : disowned.disabled,
    ].join(' ');
  });
}

const invalidLink = () => new AppError('invalid_link', userMessages.undoLinkInvalid);

export async function resetSecondFactor(
  { database, ...methods }: HasDatabase & SignInMethods,
  actor: Actor,
  userId: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const target = await lockManagedUser(tx, actor.caller, userId, 'You may not manage this user.');
    await reset(tx, methods, actor, target);
  });
}

/** Called from the terminal. Rejects with a one-line `StartError`. */
export async function resetSecondFactorByOperator(
  { database, ...methods }: HasDatabase & SignInMethods,
  username: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const [holder] = await selectNameHolders(tx, username, null);
    const [user] = holder ? await lockUsers(tx, holder.id) : [];
    if (!user) throw new StartError(`There is no user ${username}.`);
    await reset(tx, methods, null, user);
  });
}

async function reset(tx: Transaction, methods: SignInMethods, actor: Actor | null, user: UserModel) {
  const { id, username, email } = user;
  await removeFactors(tx, id);
  await mailResetIfLockedOut(tx, methods, user);
  await recordStaffEvent(tx, actor, {
    action: 'resetSecondFactor',
    userId: id,
    message: `reset the second factors of ${username}.`,
    details: { username },
  });
  await enqueueSecurityMail(tx, 'second-factor-reset', email);
  await notify(tx, id, { kind: 'account_change', change: 'second_factor_reset' });
}
