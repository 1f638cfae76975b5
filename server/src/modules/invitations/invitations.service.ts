import {
  invitationLimits,
  invitationMessages,
  invitationParameter,
} from 'contract/invitations/invitations.constants.ts';
import type { CreateInvitationBody, Invitation } from 'contract/invitations/invitations.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import type { Dependencies } from '#dependencies.ts';
import { lockSession } from '#domain/accounts/permissions.ts';
import { newInvitationToken, openInvitation } from '#domain/invitations/invitations.ts';
import type { Paging } from '#domain/lists/list.ts';
import { placePage } from '#domain/lists/lists.ts';
import { AppError, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { daysAfter, readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, HasDatabase, Transaction } from '#platform/database/database.ts';

type InvitationDependencies = Pick<Dependencies, 'database' | 'settings' | 'publicUrl'>;

const withPeople = {
  include: {
    created_by: { select: { username: true } },
    people: {
      include: { user: { select: { id: true, username: true } } },
      orderBy: { id: 'asc' },
    },
  },
} as const;
type Row = Prisma.InvitationGetPayload<typeof withPeople>;

const toInvitation = (row: Row, now: Date): z.input<typeof Invitation> => ({
  id: row.id,
  note: row.note,
  created_by: row.created_by.username,
  uses: row.max_uses,
  used: row.uses,
  people: row.people.flatMap(({ user, created_at }) =>
    user ? [{ ...user, registered_at: created_at.toISOString() }] : [],
  ),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  is_open: row.expires_at > now && row.uses < row.max_uses,
});

/** Resolves to the URL, too, whose token is not stored. */
export async function createInvitation(
  { database, settings, publicUrl }: InvitationDependencies,
  actor: Actor,
  { note, days, uses }: z.output<typeof CreateInvitationBody>,
) {
  return database.prisma.$transaction(async (tx) => {
    const owner = await lockSession(tx, actor.caller);
    const now = await readClock(tx);
    if (!owner.is_staff && uses > 1) throw validationFailed({ uses: [invitationMessages.forOne] });
    if (owner.is_staff && (await countOpen(tx, owner.id, now)) >= invitationLimits.open) {
      throw new AppError('conflict', invitationMessages.tooMany);
    }
    const left = owner.is_staff
      ? null
      : await countLeft(tx, settings.current().invitations_per_user, owner.id);
    if (left === 0) throw new AppError('forbidden', invitationMessages.noneLeft);
    const { token, hash } = newInvitationToken();
    const row = await tx.invitation.create({
      data: {
        id: uuidv7(),
        created_by_id: owner.id,
        note,
        token_hash: hash,
        max_uses: uses,
        created_at: now,
        expires_at: daysAfter(now, days),
      },
      ...withPeople,
    });
    await recordStaffEvent(tx, actor, {
      action: 'createInvitation',
      userId: owner.id,
      message: `made an invitation for ${uses === 1 ? 'one person' : `${uses} people`}.`,
      details: { username: owner.username, invitation: row.id, uses, expires_at: row.expires_at },
    });
    const url = `${publicUrl}/register#${invitationParameter}=${token}`;
    return { invitation: toInvitation(row, now), url };
  });
}

const countOpen = (prisma: Database['prisma'] | Transaction, userId: string, now: Date) =>
  prisma.invitation.count({ where: { created_by_id: userId, ...openInvitation(prisma, now) } });

/** A use gives nothing back when the account is deleted; an invitation that ended unused does. */
async function countLeft(prisma: Database['prisma'] | Transaction, perUser: number, userId: string) {
  const used = await prisma.invitationUse.count({ where: { inviter_id: userId } });
  const open = await countOpen(prisma, userId, await readClock(prisma));
  return Math.max(0, perUser - used - open);
}

export async function listInvitations(
  { database: { prisma }, settings }: InvitationDependencies,
  { user }: Caller,
  { all, ...paging }: Paging & { all: boolean | null },
) {
  if (all && !user.is_staff) throw new AppError('forbidden');
  const where = all ? {} : { created_by_id: user.id };
  const totalInvitation = await prisma.invitation.count({ where });
  const { place, range } = placePage(paging, totalInvitation);
  const orderBy: Prisma.InvitationOrderByWithRelationInput[] = [{ created_at: 'desc' }, { id: 'desc' }];
  const rows = await prisma.invitation.findMany({ where, orderBy, ...range, ...withPeople });
  const left = user.is_staff
    ? null
    : await countLeft(prisma, settings.current().invitations_per_user, user.id);
  const now = await readClock(prisma);
  return {
    data: rows.map((row) => toInvitation(row, now)),
    totalInvitation,
    left,
    ...place,
    userIds: rows.flatMap((row) => [row.created_by_id, ...row.people.map(({ user_id }) => user_id)]),
  };
}

export async function deleteInvitation({ database }: HasDatabase, actor: Actor, id: string): Promise<void> {
  const { user } = actor.caller;
  await database.prisma.$transaction(async (tx) => {
    const where = { id, ...(!user.is_staff && { created_by_id: user.id }) };
    const row = await tx.invitation.findUniqueOrThrow({
      where,
      include: { created_by: { select: { username: true } } },
    });
    await tx.invitation.delete({ where });
    await recordStaffEvent(tx, actor, {
      action: 'deleteInvitation',
      userId: row.created_by_id,
      message: `deleted an invitation of ${row.created_by.username}.`,
      details: { username: row.created_by.username, invitation: id },
    });
  });
}

/** An idempotent job. */
export async function cleanUpInvitations({ database: { prisma } }: HasDatabase): Promise<void> {
  const before = daysAfter(await readClock(prisma), -invitationLimits.listedDays);
  await prisma.invitation.deleteMany({ where: { expires_at: { lt: before } } });
}
