import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import type { RowFees } from './row-fees.ts';

/**
 * All payments and fees in the money of the drawdown: an estimate, since inflation is not known.
 * @param inflationPercent a year.
 */
export function presentValue(
  { amortization_schedule: rows }: Pick<ScenarioResult, 'amortization_schedule'>,
  periodsPerYear: number,
  inflationPercent: number,
  fees: RowFees,
): number {
  const growth = (1 + inflationPercent / 100) ** (1 / periodsPerYear);
  return rows.reduce(
    (sum, { period, payment_amount }, index) =>
      sum + (payment_amount + (fees.rows[index] ?? 0)) / growth ** period,
    fees.upfront,
  );
}
