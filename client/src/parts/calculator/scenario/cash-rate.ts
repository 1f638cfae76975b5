import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import type { ScenarioTerms } from './scenario-inputs.ts';

interface CashRateLoan {
  /** The day on which the loan is drawn. */
  startDate: string;
  /** With monthly payments. */
  months: number;
  /** In percent above the cash rate. */
  margin: number;
}

interface LoanRates {
  first: string;
  /** The other rates, by the payment from which each applies. */
  byPeriod: ReadonlyMap<number, string>;
}

/**
 * The rates of a variable loan that follows the cash rate: a change applies from the payment of the next month; of
 * several changes in a month, the last one. Null if the series begins later.
 */
export function cashRateRates(
  changes: readonly DatasetPoint[],
  { startDate, months, margin }: CashRateLoan,
): LoanRates | null {
  const atStart = changes.findLast(({ date }) => date <= startDate);
  if (!atStart) return null;
  const rateOf = (cashRate: number) => String(Number((cashRate + margin).toFixed(4)));
  const byPeriod = new Map<number, string>();
  for (const { date, value } of changes) {
    const period = monthOf(date) - monthOf(startDate) + 2;
    if (date > startDate && period >= 2 && period <= months) byPeriod.set(period, rateOf(value));
  }
  return { first: rateOf(atStart.value), byPeriod };
}

function monthOf(date: string): number {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return 12 * year + month;
}

/** By how much all rates of a loan are above the cash rate; null if they are other rates. */
export function marginAboveCashRate(
  changes: readonly DatasetPoint[],
  { loan, options }: ScenarioTerms,
): number | null {
  const startDate = options.start_date;
  const atStart = changes.findLast(({ date }) => date <= startDate);
  if (!atStart || !startDate || options.payment_frequency !== 'monthly') return null;
  const margin = Number((Number(loan.annual_interest_rate) - atStart.value).toFixed(4));
  const rates = cashRateRates(changes, { startDate, months: Number(loan.duration_months), margin });
  if (!rates || margin < 0 || Number(rates.first) !== Number(loan.annual_interest_rate)) return null;
  const isSame =
    options.rate_changes.length === rates.byPeriod.size &&
    options.rate_changes.every(
      ({ period, annual_interest_rate }) =>
        Number(rates.byPeriod.get(Number(period))) === Number(annual_interest_rate),
    );
  return isSame ? margin : null;
}
