import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';

interface Fees {
  upfront: number;
  perPeriod: number;
}

/**
 * All payments and fees in the money of the drawdown: an estimate, since inflation is not known.
 * @param inflationPercent a year.
 */
export function presentValue(
  { amortization_schedule: rows }: Pick<ScenarioResult, 'amortization_schedule'>,
  periodsPerYear: number,
  inflationPercent: number,
  { upfront, perPeriod }: Fees,
): number {
  const growth = (1 + inflationPercent / 100) ** (1 / periodsPerYear);
  return rows.reduce(
    (sum, { period, payment_amount }) => sum + (payment_amount + perPeriod) / growth ** period,
    upfront,
  );
}
