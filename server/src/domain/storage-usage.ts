import { fileMessages, storageLimits } from 'contract/files.constants.ts';
import { AppError } from '#errors.ts';
import type { Transaction } from '#platform/database/database.ts';

/**
 * Lets a transaction add one record that its user creates by choice, or throws `storage_limit_reached`. Whoever gets
 * through holds the user's row of `user_storage`: the next one waits and then sees the count of this one. So it comes
 * after the locks on rows of `users`, and before the record.
 */
export async function holdStorageRoom(tx: Transaction, userId: string): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM user_storage JOIN users ON users.id = user_id
    WHERE user_id = ${userId}::uuid AND requests_sent + images
      < CASE WHEN is_premium_user THEN ${storageLimits.premiumRecords}::int ELSE ${storageLimits.records}::int END
    FOR NO KEY UPDATE OF user_storage`;
  if (rows.length === 0) throw new AppError('storage_limit_reached', fileMessages.storageLimitReached);
}
