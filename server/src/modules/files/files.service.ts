import { storageCategories } from 'contract/files.ts';
import { accountMessages } from 'contract/accounts.constants.ts';
import { storageLimits } from 'contract/files.constants.ts';
import type { Caller } from '#auth/callers.ts';
import { AppError, notFound } from '#errors.ts';
import { type Database, queryPrepared } from '#platform/database/database.ts';
import type { FileFolder, SignedRequest } from '#platform/files/files-folder.ts';
import { contentTypeOf, type FileStore, isFileKey } from '#platform/files/files.ts';

/** The address of a user's present image. Throws `not_found` for every other path. */
export async function getSignedUrl(
  { database, files }: { database: Database; files: FileStore },
  filePath: string,
): Promise<{ url: string }> {
  // Keys are made by the app: what is none, whatever it is, need not be looked for.
  if (!isFileKey(filePath)) throw notFound();
  const { rowCount } = await queryPrepared(database, {
    name: 'find-user-image',
    text: 'SELECT FROM files JOIN users ON users.id = files.user_id AND user_image = key WHERE key = $1',
    values: [filePath],
  });
  if (rowCount === 0) throw notFound();
  return { url: await files.signUrl(filePath) };
}

export interface StoredFile {
  bytes: Buffer;
  contentType: string;
  /** For how long it may be kept. */
  secondsLeft: number;
}

/**
 * Throws `forbidden` for a signature that is wrong or expired, `not_found` where the file is gone or an object store
 * has the files.
 */
export async function getStoredFile(
  { fileFolder }: { fileFolder?: FileFolder | undefined },
  request: SignedRequest,
): Promise<StoredFile> {
  if (!fileFolder) throw notFound();
  const file = await fileFolder.readSigned(request);
  if (!file) throw new AppError('forbidden', 'This address is not valid, or not any more.');
  if (!file.bytes) throw notFound();
  return { bytes: file.bytes, contentType: contentTypeOf(request.key), secondsLeft: file.secondsLeft };
}

type StorageCategory = keyof typeof storageCategories;
type StorageRow = Record<StorageCategory, number> & { is_premium_user: boolean };

const categories = Object.keys(storageCategories) as StorageCategory[];

/** How many records the caller has, by kind. The counters are kept by triggers, so this reads two rows. */
export async function getStorageUsage(
  { database }: { database: Database },
  { user }: Caller,
): Promise<{ total_records: number; storage_limit: number; summary_breakdown: Record<string, number> }> {
  const { rows } = await queryPrepared<StorageRow>(database, {
    name: 'get-storage-usage',
    text: `SELECT is_premium_user, ${categories.join(', ')}
           FROM user_storage JOIN users ON users.id = user_id WHERE user_id = $1`,
    values: [user.id],
  });
  const [usage] = rows;
  // Deleted in this moment.
  if (!usage) throw new AppError('token_not_valid', accountMessages.sessionOver);
  return {
    total_records: categories.reduce((total, category) => total + usage[category], 0),
    storage_limit: usage.is_premium_user ? storageLimits.premiumRecords : storageLimits.records,
    summary_breakdown: Object.fromEntries(
      categories.map((category) => [storageCategories[category], usage[category]]),
    ),
  };
}
