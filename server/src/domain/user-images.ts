import { v7 as uuidv7 } from 'uuid';
import { notFound } from '#errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/files.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { convertImage } from '#platform/files/images.ts';
import { holdStorageRoom } from './storage-usage.ts';

/** An image that lies in the store and belongs to nobody yet. */
export interface NewImage {
  key: string;
  sizeBytes: number;
}

/** What the job holds. */
export interface RemoveFileJob {
  key: string;
}

export const removeFileTask = 'remove_stored_file';

/** Longer than any request may take from its put to its commit. */
const adoptionSeconds = 15 * 60;

/**
 * Makes of an upload what is kept, and puts it into the store. Takes long and waits for the store, so it never runs
 * inside a transaction. If `setUserImage` does not follow, a job removes it. Throws `validation_failed` on
 * `user_image`, or what answers 503.
 */
export async function prepareImage(
  { database, files }: { database: Database; files: FileStore },
  upload: Buffer,
): Promise<NewImage> {
  const bytes = await convertImage(upload);
  const key = `images/${uuidv7()}.webp`;
  // Before the put: whatever ends this process in between leaves nothing behind.
  await enqueueJob(database.prisma, removeFileTask, { key }, { delaySeconds: adoptionSeconds });
  await files.put(key, bytes);
  return { key, sizeBytes: bytes.length };
}

/**
 * Gives a user an image, or none. The former one leaves the store after the commit. Locks the user's row first, then
 * the one of `user_storage`. Throws `not_found` where there is no such user, `storage_limit_reached` where a first
 * image would be one record too many.
 */
export async function setUserImage(tx: Transaction, userId: string, image: NewImage | null): Promise<void> {
  // As an update would: it blocks other writers, and nobody who only refers to the user.
  const [user] = await tx.$queryRaw<{ user_image: string | null }[]>`
    SELECT user_image FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  if (!user) throw notFound();
  if (image && user.user_image === null) await holdStorageRoom(tx, userId);
  await dropFiles(tx, userId);
  if (image) {
    await tx.$executeRaw`
      INSERT INTO files (key, user_id, size_bytes) VALUES (${image.key}, ${userId}::uuid, ${image.sizeBytes})`;
  }
  await tx.$executeRaw`
    UPDATE users SET user_image = ${image?.key ?? null}, date_updated = now() WHERE id = ${userId}::uuid`;
}

/** Has a user's files removed from the store after the commit. For when the user is deleted, right before that. */
export async function removeUserFiles(tx: Transaction, userId: string): Promise<void> {
  // As the deletion will. Whoever refers to the user by now, such as for an IP record, may wait for the counters next:
  // with a weaker lock here, they and the deletion would wait for one another.
  await tx.$queryRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  await dropFiles(tx, userId);
}

async function dropFiles(tx: Transaction, userId: string): Promise<void> {
  const removed = await tx.$queryRaw<RemoveFileJob[]>`
    DELETE FROM files WHERE user_id = ${userId}::uuid RETURNING key`;
  for (const { key } of removed) await enqueueJob(tx, removeFileTask, { key });
}

/** The job: removes a file from the store, unless somebody has it. Rejects where the store is down. */
export async function removeStoredFile(
  { database, files }: { database: Database; files: FileStore },
  { key }: RemoveFileJob,
): Promise<void> {
  if (await database.prisma.storedFile.findUnique({ where: { key } })) return;
  await files.delete(key);
}
