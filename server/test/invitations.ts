import { v7 as uuidv7 } from 'uuid';
import type { TestApp } from '#test/app.ts';
import type { TestUser } from '#test/factories.ts';

/** An invitation of the first user, with which the second registered. */
export async function insertUsedInvitation(
  { database: { prisma } }: Pick<TestApp, 'database'>,
  inviter: TestUser,
  invited: TestUser,
): Promise<void> {
  const id = uuidv7();
  const invitation = { id, created_by_id: inviter.id, note: 'For Grace', token_hash: new Uint8Array(32) };
  await prisma.invitation.create({
    data: { ...invitation, max_uses: 1, uses: 1, expires_at: new Date() },
  });
  await prisma.invitationUse.create({
    data: { id: uuidv7(), inviter_id: inviter.id, user_id: invited.id, invitation_id: id },
  });
}
