import type { CompoundingFrequency } from 'contract/loans/loans.constants.ts';
import { one } from 'engine/arithmetic/fixed-point.ts';
import { exactPeriodGrowth, periodRate } from 'engine/arithmetic/period-rates.ts';

/** The rate r of one period, as a fraction. */
export interface Rate {
  annualRateMillionths: number;
  /** Accurate to a relative `periodRateError`. */
  approximate: number;
  /** In fixed point. Computed once, when a figure first needs it. */
  exact: () => bigint;
}

export function rateOf(
  annualRateMillionths: number,
  compounding: CompoundingFrequency,
  periodsPerYear: number,
): Rate {
  return {
    annualRateMillionths,
    approximate: periodRate(annualRateMillionths, compounding, periodsPerYear),
    exact: once(() => exactPeriodGrowth(annualRateMillionths, compounding, periodsPerYear) - one),
  };
}

export function once<Value>(compute: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= compute());
}
