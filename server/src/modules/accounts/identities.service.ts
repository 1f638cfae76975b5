import { identityMessages } from 'contract/identities/identities.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import type { ProvenIdentity } from '#auth/openid/provider.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { AppError, notFound } from '#errors.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { insertIdentity } from './identities.queries.ts';

export async function listIdentities({ database }: HasDatabase, { caller }: Pick<Actor, 'caller'>) {
  const user = await database.prisma.user.findUnique({
    where: { id: caller.user.id },
    select: {
      has_password: true,
      identities: { orderBy: { id: 'asc' }, omit: { user_id: true, subject: true } },
    },
  });
  if (!user) throw notFound();
  return { data: user.identities, has_password: user.has_password };
}

interface Owner {
  id: string;
  username: string;
  email: string;
}

/** False if the identity belongs to an account already. */
export async function addIdentity(
  tx: Transaction,
  clientInfo: ClientInfo,
  { id: userId, username }: Owner,
  { issuer, subject, ...described }: Omit<ProvenIdentity, 'isEmailVerified'>,
): Promise<boolean> {
  const { name, email: named } = described;
  const id = uuidv7();
  const [added] = await insertIdentity(tx, { id, userId, issuer, subject, name, email: named });
  if (!added) return false;
  await recordAccountEvent(tx, clientInfo, {
    action: 'profile_update',
    user: { id: userId, username },
    message: `${username} linked an identity of ${issuer}.`,
    details: { identity_id: id, issuer },
  });
  return true;
}

/** Tells the owner, because somebody else may have linked it. */
export async function announceIdentity(tx: Transaction, { id, email }: Owner): Promise<void> {
  await enqueueSecurityMail(tx, 'identity-linked', email);
  await notify(tx, id, { kind: 'account_change', change: 'identity_changed' });
}

/** The last way to sign in remains. */
export async function deleteIdentity(
  { database }: HasDatabase,
  { caller, clientInfo }: Actor,
  id: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const [user] = await lockUsers(tx, caller.user.id);
    const identities = await tx.identity.findMany({ where: { user_id: caller.user.id } });
    const identity = identities.find((one) => one.id === id);
    if (!user || !identity) throw notFound();
    const passkeys = await tx.secondFactor.count({
      where: { user_id: user.id, method: 'passkey', confirmed_at: { not: null } },
    });
    if (!user.has_password && passkeys === 0 && identities.length === 1) {
      throw new AppError('conflict', identityMessages.lastWay);
    }
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
