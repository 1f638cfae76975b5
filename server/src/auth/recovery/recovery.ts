import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { hasFactor, removeFactors } from '#auth/second-factor/factors.ts';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Ending, RecoveryEvent, Way } from './recovery-events.ts';
import { ways } from './ways.ts';

interface Recovery extends Ending {
  event: RecoveryEvent;
}

/**
 * What every recovery of an account does to the ways to sign in or act. The caller has locked the user. Resolves to
 * whether ways remain that the owner should check.
 */
export async function applyRecovery(
  tx: Transaction,
  { event, since, ...options }: Recovery,
): Promise<{ hasWaysToReview: boolean }> {
  const { userId } = options;
  const toReview: Way[] = [];
  for (const way of Object.values<Way>(ways)) {
    const effect = way.on[event];
    if ('end' in way && effect === 'end') await way.end(tx, options);
    if ('end' in way && effect === 'end_recent') await way.end(tx, { ...options, since: weekBefore(since) });
    if (effect === 'end_recent' || effect === 'review') toReview.push(way);
  }
  // Recovery codes alone would ask for a factor that is gone.
  const endsFactors = ways.totp.on[event] === 'end' || ways.totp.on[event] === 'end_recent';
  if (endsFactors && !(await hasFactor(tx, userId))) await removeFactors(tx, userId);
  let count = 0;
  for (const way of toReview) count += (await way.count?.(tx, userId)) ?? 0;
  return { hasWaysToReview: count > 0 };
}

function weekBefore(since: Date | undefined): Date {
  if (!since) throw new Error('An event that is undone needs its time.');
  return daysAfter(since, -secondFactorLimits.addedBeforeUndoneDays);
}
