import type { DatasetPoint } from 'contract/datasets/datasets.ts';

export const rateDecisionTask = 'announce_rate_decision';

/** The payload of a job: a change of the cash rate target. Rates are in percent. */
export interface RateDecision {
  /** The day from which the target applies. */
  date: string;
  target: number;
  /** The last target of the vintage before. */
  previous_target: number;
  /** The name of the vintage that contains the change, and the end of its coverage. */
  vintage: string;
  last: string;
  next_due: string | null;
  late_from: string | null;
}

/** In millionths of a percent. Null before the first change. */
export function targetOn(changes: readonly DatasetPoint[], day: string): number | null {
  const change = changes.findLast(({ date }) => date <= day);
  return change ? rateMillionths(change.value) : null;
}

export const rateMillionths = (percent: number): number => Math.round(percent * 1e6);
