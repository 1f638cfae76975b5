import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { hasFactor, removeFactors } from '#auth/second-factor/factors.ts';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { type Effect, type Ending, type RecoveryEvent, type Way, ways } from './ways.ts';

interface Recovery extends Ending {
  event: RecoveryEvent;
}

const endings: ReadonlySet<Effect> = new Set(['end', 'end_since', 'end_since_week_before']);

/**
 * What every recovery of an account does to the ways to sign in or act. The caller has locked the user. Resolves to
 * whether ways remain that the owner should check.
 */
export async function applyRecovery(
  tx: Transaction,
  { event, ...options }: Recovery,
): Promise<{ hasWaysToReview: boolean }> {
  const { userId } = options;
  let toReview = 0;
  for (const way of Object.values<Way>(ways)) {
    const effect = way.on[event];
    if (!('end' in way)) continue;
    if (effect === 'review') toReview += (await way.count?.(tx, userId)) ?? 0;
    if (endings.has(effect)) await way.end(tx, { ...options, since: startOf(effect, options.since) });
  }
  // Recovery codes alone would ask for a factor that is gone.
  const endsFactors = endings.has(ways.totp.on[event]);
  if (endsFactors && !(await hasFactor(tx, userId))) await removeFactors(tx, userId);
  return { hasWaysToReview: toReview > 0 };
}

function startOf(effect: Effect, since: Date | undefined): Date | undefined {
  if (effect === 'end') return undefined;
  if (!since) throw new Error('An event that is undone needs its time.');
  return effect === 'end_since' ? since : daysAfter(since, -secondFactorLimits.addedBeforeEmailChangeDays);
}
