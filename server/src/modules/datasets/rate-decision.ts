import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { type RateDecision, rateDecisionTask } from '#domain/finance/rate-decision.ts';
import type { Transaction } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import type { Figures, Vintage } from './dataset-content.ts';

/** Announces the last change of the cash rate if it is not that of the vintage before. The first vintage is no change. */
export async function enqueueRateDecision(
  tx: Transaction,
  before: Figures | null,
  { slug, series, last, vintage, next_due, late_from }: Vintage,
): Promise<void> {
  const [previous, latest] = [before?.series?.at(-1), series?.at(-1)];
  if (slug !== cashRateSlug || !previous || !latest) return;
  const { date, value: target } = latest;
  if (date === previous.date && target === previous.value) return;
  const decision: RateDecision = {
    date,
    target,
    previous_target: previous.value,
    last,
    vintage,
    next_due,
    late_from,
  };
  await enqueueJob(tx, rateDecisionTask, decision);
}
