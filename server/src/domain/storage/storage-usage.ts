import { storageLimits } from 'contract/files/files.constants.ts';
import { AppError } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Settings } from '#settings/settings.ts';
import { notify } from '#domain/notifications/notifications.ts';

export function storageLimitOf(
  settings: Settings,
  { is_premium_user }: Pick<UserModel, 'is_premium_user'>,
): number {
  const { storage_limit, storage_limit_premium } = settings.current();
  return is_premium_user ? storage_limit_premium : storage_limit;
}

/**
 * Allows a transaction that has locked the user's row (`lockUsers`) to add one user-created
 * record, and notifies the user at 90 % of the limit. Throws `storage_limit_reached`.
 */
export async function assertStorageAvailable(
  tx: Transaction,
  settings: Settings,
  user: Pick<UserModel, 'id' | 'is_premium_user'>,
): Promise<void> {
  const requests = await tx.friendRequest.count({ where: { from_user_id: user.id } });
  const images = await tx.storedFile.count({ where: { user_id: user.id } });
  const calculations = await tx.calculation.count({ where: { user_id: user.id } });
  const loans = await tx.followedLoan.count({ where: { user_id: user.id } });
  const objectives = await tx.objective.count({ where: { user_id: user.id } });
  const attempts = await tx.quizAttempt.count({ where: { user_id: user.id } });
  const limit = storageLimitOf(settings, user);
  const used = requests + images + calculations + loans + objectives + attempts + 1;
  if (used > limit) throw new AppError('storage_limit_reached');
  if (used === Math.ceil((limit * storageLimits.hotPercent) / 100)) {
    await notify(tx, user.id, { kind: 'storage_nearly_full', used, limit });
  }
}
