import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { hashOf } from '#auth/tokens/api-tokens.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { AppError } from '#errors.ts';
import type { InvitationModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { SettingValues } from 'contract/settings/settings.ts';
import type { Settings } from '#settings/settings.ts';

const secretBytes = 32;

export function newInvitationToken(): { token: string; hash: Buffer<ArrayBuffer> } {
  const token = randomBytes(secretBytes).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Somebody can register with an invitation like that. */
export const openInvitation = (prisma: Database['prisma'] | Transaction, now: Date) => ({
  expires_at: { gt: now },
  uses: { lt: prisma.invitation.fields.max_uses },
});

const invalid = () => new AppError('invalid_invitation');

/**
 * Refuses a registration before work is done for it; `takeInvitation` decides. Throws `registration_closed` without an invitation
 * while registration is closed, and `invalid_invitation`.
 */
export async function refuseUninvited(
  { database: { prisma }, settings }: { database: Database; settings: Settings },
  token: string | undefined,
): Promise<void> {
  if (token === undefined) {
    if (!settings.current().registration_open) throw new AppError('registration_closed');
    return;
  }
  const where = { token_hash: hashOf(token), ...openInvitation(prisma, await readClock(prisma)) };
  if ((await prisma.invitation.count({ where })) === 0) throw invalid();
}

/** Takes one use. Of parallel registrations with the last one, the update admits one. Throws `invalid_invitation`. */
export async function takeInvitation(tx: Transaction, token: string): Promise<InvitationModel> {
  const token_hash = hashOf(token);
  const found = await tx.invitation.findUnique({ where: { token_hash } });
  if (!found) throw invalid();
  // Whatever ends the invitations of a user locks the user first, too.
  await lockUsers(tx, found.created_by_id);
  const { count } = await tx.invitation.updateMany({
    where: { id: found.id, ...openInvitation(tx, await readClock(tx)) },
    data: { uses: { increment: 1 } },
  });
  if (count === 0) throw invalid();
  return found;
}

/** Records who came. The inviter of one person gets a friend request of theirs. */
export async function recordInvited(
  tx: Transaction,
  { id: invitationId, created_by_id: inviterId, max_uses }: InvitationModel,
  user: { id: string; username: string },
): Promise<void> {
  await tx.invitationUse.create({
    data: { id: uuidv7(), inviter_id: inviterId, user_id: user.id, invitation_id: invitationId },
  });
  if (max_uses > 1) return;
  await tx.friendRequest.create({ data: { id: uuidv7(), from_user_id: user.id, to_user_id: inviterId } });
  await notify(tx, inviterId, { kind: 'friend_request', by: user });
}

/**
 * Nobody can register with the invitations of a user who is suspended, disabled or about to be deleted. A user who is no longer staff
 * has what the settings allow: the latest ones for one person.
 */
export async function endInvitations(
  tx: Transaction,
  userId: string,
  { invitations_per_user }: Pick<SettingValues, 'invitations_per_user'> = { invitations_per_user: 0 },
): Promise<void> {
  const open = { created_by_id: userId, ...openInvitation(tx, await readClock(tx)) };
  const used = await tx.invitationUse.count({ where: { inviter_id: userId } });
  const allowed = await tx.invitation.findMany({
    where: { ...open, max_uses: 1 },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: Math.max(0, invitations_per_user - used),
    select: { id: true },
  });
  await tx.invitation.deleteMany({ where: { ...open, id: { notIn: allowed.map(({ id }) => id) } } });
}
