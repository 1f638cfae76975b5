import { storageCategories } from 'contract/files/files.ts';
import type { Dependencies } from '#dependencies.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { storageLimitOf } from '#domain/storage/storage-usage.ts';
import { AppError, notFound } from '#errors.ts';
import type { SignedRequest } from '#platform/files/files-folder.ts';
import { fileContentType, fileDisposition, isFileKey } from '#platform/files/files.ts';
import { countStorage } from './files.queries.ts';

/** Only for the current image of a user. */
export async function getSignedUrl(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  filePath: string,
) {
  if (!isFileKey(filePath)) throw notFound();
  const file = await database.prisma.storedFile.findUnique({
    where: { key: filePath },
    include: { user: { select: { user_image: true } } },
  });
  if (file?.user.user_image !== filePath) throw notFound();
  return { url: await files.signUrl(filePath) };
}

export async function getStoredFile(
  { fileFolder }: Pick<Dependencies, 'fileFolder'>,
  request: SignedRequest,
) {
  if (!fileFolder) throw notFound();
  const file = await fileFolder.readSigned(request);
  if (!file) throw new AppError('forbidden', 'This URL is not valid, or has expired.');
  if (!file.bytes) throw notFound();
  return {
    bytes: file.bytes,
    contentType: fileContentType,
    disposition: fileDisposition(request.key),
    secondsLeft: file.secondsLeft,
  };
}

export async function getStorageUsage(
  { database, settings }: Pick<Dependencies, 'database' | 'settings'>,
  { user }: Caller,
) {
  const [usage] = await countStorage(database, user.id);
  if (!usage) throw new AppError('token_not_valid');
  const { is_premium_user, ...counts } = usage;
  const labelled = Object.entries(storageCategories).map(([category, label]): [string, number] => [
    label,
    counts[category as keyof typeof counts],
  ]);
  return {
    total_records: labelled.reduce((total, [, count]) => total + count, 0),
    storage_limit: storageLimitOf(settings, { is_premium_user }),
    summary_breakdown: Object.fromEntries(labelled),
  };
}
