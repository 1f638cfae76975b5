import { fileMessages, storageLimits } from 'contract/files.constants.ts';
import { AppError } from '#errors.ts';
import type { Transaction } from '#platform/database/database.ts';

/**
 * Lets a transaction that holds the lock on the user's row (`lockUsers`) add one record that the user creates by
 * choice. Throws `storage_limit_reached`.
 */
export async function assertStorageAvailable(
  tx: Transaction,
  user: { id: string; is_premium_user: boolean },
): Promise<void> {
  const requests = await tx.friendRequest.count({ where: { from_user_id: user.id } });
  const attempts = await tx.quizAttempt.count({ where: { user_id: user.id } });
  const images = await tx.storedFile.count({ where: { user_id: user.id } });
  const limit = user.is_premium_user ? storageLimits.premiumRecords : storageLimits.records;
  if (requests + attempts + images >= limit) {
    throw new AppError('storage_limit_reached', fileMessages.storageLimitReached);
  }
}
