/** The gap of a loan, computed on the device. Loaded when a loan has a result. */
import type { Dataset } from 'contract/datasets/datasets.ts';
import { LoanRequest } from 'contract/loans/loans.ts';
import type { LoanKind } from 'contract/rate-gap/rate-gap.constants.ts';
import type { RateGapResult } from 'contract/rate-gap/rate-gap.ts';
import { rateGap } from 'engine/calculators/rate-gap.ts';

/** Null without an average, or for terms that are not valid. `input` may have options, which are left out. */
export function gapOf(
  datasets: readonly Dataset[],
  input: Readonly<Record<string, unknown>>,
  kind: LoanKind,
  today: string,
): RateGapResult | null {
  const { data: loan } = LoanRequest.strip().safeParse(input);
  const gap = loan && rateGap(new Map(datasets.map((one) => [one.slug, one])), today, { ...loan, ...kind });
  return typeof gap === 'object' ? gap : null;
}
