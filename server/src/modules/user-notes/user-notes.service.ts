import { userNoteLimits, userNoteMessages } from 'contract/user-notes/user-notes.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { lockActorAndTarget } from '#domain/accounts/permissions.ts';
import { AppError, notFound } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';

const withAuthor = { include: { author: { select: { username: true } } } } as const;

const toNote = ({ id, text, author, created_at }: Prisma.UserNoteGetPayload<typeof withAuthor>) => ({
  id,
  text,
  author: author?.username ?? null,
  created_at,
});

export async function listUserNotes({ database: { prisma } }: HasDatabase, userId: string) {
  if ((await prisma.user.count({ where: { id: userId } })) === 0) throw notFound();
  const notes = await prisma.userNote.findMany({
    where: { user_id: userId },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    ...withAuthor,
  });
  return { data: notes.map(toNote) };
}

export async function createUserNote({ database }: HasDatabase, actor: Actor, userId: string, text: string) {
  return database.prisma.$transaction(async (tx) => {
    const { target } = await lockActorAndTarget(tx, actor.caller, userId);
    if ((await tx.userNote.count({ where: { user_id: userId } })) >= userNoteLimits.notes) {
      throw new AppError('conflict', userNoteMessages.tooMany);
    }
    const note = await tx.userNote.create({
      data: { id: uuidv7(), user_id: userId, author_id: actor.caller.user.id, text },
      ...withAuthor,
    });
    await recordStaffEvent(tx, actor, {
      action: 'createUserNote',
      userId,
      message: `wrote a note on ${target.username}.`,
      details: { username: target.username, note_id: note.id },
    });
    return toNote(note);
  });
}

export async function deleteUserNote(
  { database }: HasDatabase,
  actor: Actor,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const { manager, target } = await lockActorAndTarget(tx, actor.caller, userId);
    const note = await tx.userNote.findUniqueOrThrow({ where: { id, user_id: userId } });
    const ageMs = (await readClock(tx)).getTime() - note.created_at.getTime();
    const isOwn = note.author_id === manager.id && ageMs <= userNoteLimits.deletableMinutes * 60_000;
    if (!isOwn && !manager.is_superuser) throw new AppError('forbidden', userNoteMessages.notDeletable);
    await tx.userNote.delete({ where: { id } });
    await recordStaffEvent(tx, actor, {
      action: 'deleteUserNote',
      userId,
      message: `deleted a note on ${target.username}.`,
      details: { username: target.username, note_id: id },
    });
  });
}
