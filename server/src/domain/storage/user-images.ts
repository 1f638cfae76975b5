import { v7 as uuidv7 } from 'uuid';
import { notFound } from '#errors.ts';
import { lockName, readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import type { FileStore } from '#platform/files/files.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { bulkPriority } from '#platform/jobs/jobs.queries.ts';
import { convertImage, type ImageSource } from '#platform/files/images.ts';
import type { Settings } from '#settings/settings.ts';
import { assertStorageAvailable } from './storage-usage.ts';
import { eraseDetails, eraseSearches } from '#audit/audit.queries.ts';
import { unlinkUser } from '#domain/followed-loans/loan-links.ts';
import { announceEndedSessions } from '#auth/sessions/sessions.queries.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';

/** A stored image that is not assigned to a user yet. */
export interface NewImage {
  key: string;
  sizeBytes: number;
}

interface RemoveFileJob {
  key: string;
}

export const removeFileTask = 'remove_stored_file';

/** Longer than any request can take between its put and its commit. */
const afterGrace = { delaySeconds: 15 * 60, priority: bulkPriority };

/**
 * Converts an upload and stores it. A job removes it unless `setUserImage` follows. Do not call it in a
 * transaction, because it waits for the store.
 */
export async function prepareImage(
  { database, files }: { database: Database; files: FileStore },
  upload: Buffer,
  source: ImageSource,
): Promise<NewImage> {
  const bytes = await convertImage(upload, source);
  const key = `images/${uuidv7()}.webp`;
  // Before the put, so that a crash leaves no file without a job.
  await enqueueJob(database.prisma, removeFileTask, { key }, afterGrace);
  await files.put(key, bytes);
  return { key, sizeBytes: bytes.length };
}

/** The previous image is deleted from the store after the commit. Throws `not_found` and `storage_limit_reached`. */
export async function setUserImage(
  tx: Transaction,
  settings: Settings,
  userId: string,
  image: NewImage | null,
): Promise<void> {
  const [user] = await lockUsers(tx, userId);
  if (!user) throw notFound();
  if (image && user.user_image === null) await assertStorageAvailable(tx, settings, user);
  await deleteUserFiles(tx, [userId]);
  if (image) {
    await tx.storedFile.create({ data: { key: image.key, user_id: userId, size_bytes: image.sizeBytes } });
  }
  const data = { user_image: image?.key ?? null, date_updated: await readClock(tx) };
  await tx.user.update({ where: { id: userId }, data });
}

/** The files are deleted from the store after the commit. */
export async function deleteUserFiles(tx: Transaction, userIds: string[]): Promise<void> {
  const files = await tx.storedFile.findMany({ where: { user_id: { in: userIds } } });
  await tx.storedFile.deleteMany({ where: { key: { in: files.map(({ key }) => key) } } });
  for (const { key } of files) await enqueueJob(tx, removeFileTask, { key }, { priority: bulkPriority });
}

/** For flags that no longer need their images. Call it in the transaction that answers or deletes them. */
export async function releaseFlagImages(tx: Transaction, where: Prisma.FlagWhereInput): Promise<void> {
  const withImage = { AND: [where, { image_key: { not: null } }] };
  const flags = await tx.flag.findMany({
    where: withImage,
    distinct: ['image_key'],
    select: { image_key: true },
  });
  if (flags.length === 0) return;
  await tx.flag.updateMany({ where: withImage, data: { image_key: null } });
  for (const { image_key: key } of flags)
    await enqueueJob(tx, removeFileTask, { key }, { priority: bulkPriority });
}

/**
 * An open flag needs the image that its user has removed. It is stored under another key, so that the URLs of the old one no longer
 * work: otherwise they would tell the user of the flag.
 */
async function keepFlaggedImage(
  { database: { prisma }, files }: { database: Database; files: FileStore },
  key: string,
): Promise<void> {
  if ((await prisma.flag.count({ where: { image_key: key } })) === 0) return;
  const bytes = await files.read(key);
  const keptKey = key.replace(/^\w+/, flaggedFolder);
  if (bytes) {
    // Before the put, so that neither a crash nor an answer meanwhile leaves a file without a job.
    await enqueueJob(prisma, removeFileTask, { key: keptKey }, afterGrace);
    await files.put(keptKey, bytes);
  }
  await prisma.flag.updateMany({ where: { image_key: key }, data: { image_key: bytes ? keptKey : null } });
}

const flaggedFolder = 'flagged';

const isKept = (key: string) => key.startsWith(`${flaggedFolder}/`);

/** A job. Does not remove a file that is in use. Rejects if the store is down. */
export async function removeStoredFile(
  { database, files }: { database: Database; files: FileStore },
  { key }: RemoveFileJob,
): Promise<void> {
  const { prisma } = database;
  if (await prisma.storedFile.findUnique({ where: { key } })) return;
  if (!isKept(key)) await keepFlaggedImage({ database, files }, key);
  else if ((await prisma.flag.count({ where: { image_key: key } })) > 0) return;
  await files.delete(key);
}

/**
 * Call it in the transaction that deletes users, after locking their rows and before recording
 * their deletion. Removes their files and, from the audit trail, the details and IP addresses of their
 * events. Ids and hashes remain. Their sessions end with them.
 */
export async function eraseUsers(tx: Transaction, userIds: string[]): Promise<void> {
  // Serialized, because concurrent deletions of related users would delete shared rows in different orders.
  await lockName(tx, 'erasure of users');
  await deleteUserFiles(tx, userIds);
  await releaseFlagImages(tx, { user_id: { in: userIds } });
  await eraseDetails(tx, userIds);
  await eraseSearches(tx, userIds);
  for (const userId of userIds) {
    await unlinkUser(tx, userId);
    await announceEndedSessions(tx, userId);
  }
}
