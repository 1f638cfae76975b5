import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import type { ScenarioTerms } from './scenario-inputs.ts';

interface CashRateLoan {
  /** The day on which the loan is drawn. */
  startDate: string;
  /** The term of the loan, which has monthly payments. */
  months: number;
  /** The margin above the cash rate in percentage points. */
  margin: number;
}

/**
 * The rates of a variable loan that follows the cash rate. A change applies from the payment of the next month; if the
 * cash rate changes more than once in a month, the last change counts. Null if the series begins after the start date.
 */
export function cashRateRates(changes: readonly DatasetPoint[], { startDate, months, margin }: CashRateLoan) {
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

/** The margin by which every rate of a loan exceeds the cash rate; null if the rates do not follow the cash rate. */
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
