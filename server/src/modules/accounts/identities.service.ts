import { v7 as uuidv7 } from 'uuid';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { refuseLastWay, type SignInMethods } from '#auth/recovery/last-way.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { mailAccountLink } from '#domain/mail/account-mail.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { notFound } from '#errors.ts';
import type { IdentityModel } from '#generated/prisma/models.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';

export async function listIdentities({ database }: HasDatabase, { caller }: Pick<Actor, 'caller'>) {
  const user = await database.prisma.user.findUniqueOrThrow({
    where: { id: caller.user.id },
    select: {
      has_password: true,
      identities: { orderBy: { id: 'asc' }, omit: { user_id: true, subject: true } },
    },
  });
  return { data: user.identities, has_password: user.has_password };
}

type NewIdentity = Pick<IdentityModel, 'issuer' | 'subject' | 'name' | 'email'>;

/** Resolves to its id, or to null if the identity belongs to an account already: the unique index decides races. */
export async function addIdentity(
  tx: Transaction,
  clientInfo: ClientInfo,
  { id: userId, username }: { id: string; username: string },
  identity: NewIdentity,
): Promise<string | null> {
  const id = uuidv7();
  const { issuer, subject, name, email } = identity;
  const data = { id, user_id: userId, issuer, subject, name, email };
  const { count } = await tx.identity.createMany({ data, skipDuplicates: true });
  if (count === 0) return null;
  await recordAccountEvent(tx, clientInfo, {
    action: 'profile_update',
    user: { id: userId, username },
    message: `${username} linked an identity of ${identity.issuer}.`,
    details: { identity_id: id, issuer: identity.issuer },
  });
  return id;
}

/** Tells the owner, because somebody else may have linked it. The email has a link that removes it. */
export async function announceIdentity(
  tx: Transaction,
  { id: userId, email }: { id: string; email: string },
  identityId: string,
): Promise<void> {
  await mailAccountLink(tx, 'identity-linked', { userId, email, identityId });
  await notify(tx, userId, { kind: 'account_change', change: 'identity_changed' });
}

/** The last way to sign in remains. */
export async function deleteIdentity(
  { database, ...methods }: HasDatabase & SignInMethods,
  { caller, clientInfo }: Actor,
  id: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const [user] = await lockUsers(tx, caller.user.id);
    const identity = await tx.identity.findFirst({ where: { id, user_id: caller.user.id } });
    if (!user || !identity) throw notFound();
    await refuseLastWay(tx, methods, user, { id });
    await tx.identity.delete({ where: { id } });
    await recordAccountEvent(tx, clientInfo, {
      action: 'profile_update',
      user,
      message: `${user.username} unlinked an identity of ${identity.issuer}.`,
      details: { identity_id: id, issuer: identity.issuer },
    });
    await enqueueSecurityMail(tx, 'identity-unlinked', user.email);
    await notify(tx, user.id, { kind: 'account_change', change: 'identity_changed' });
  });
}
