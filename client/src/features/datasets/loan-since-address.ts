import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import { scenarioFragmentStart } from 'contract/calculations/links.ts';
import { calculatorAddress } from '#parts/calculator/address.ts';

interface LoanTerms {
  amount: string;
  years: number;
  /** In percent above the cash rate. */
  margin: number;
  /** The loan is drawn in January of this year. */
  startYear: number;
}

/**
 * The calculator's URL of a variable loan that followed the cash rate: a change applies from the payment of the next
 * month; of several changes in a month, the last one. Null if the series begins later.
 */
export function loanSinceAddress(changes: readonly DatasetPoint[], terms: LoanTerms): string | null {
  const months = 12 * terms.years;
  const startDate = `${terms.startYear}-02-01`;
  const atStart = changes.findLast(({ date }) => date <= startDate);
  if (!atStart) return null;
  const rateOf = (cashRate: number) => String(Number((cashRate + terms.margin).toFixed(4)));
  const byPeriod = new Map<number, string>();
  for (const { date, value } of changes) {
    const [year = 0, month = 0] = date.split('-').map(Number);
    const period = 12 * (year - terms.startYear) + month;
    if (date > startDate && period >= 2 && period <= months) byPeriod.set(period, rateOf(value));
  }
  const options = new URLSearchParams();
  for (const [period, rate] of byPeriod) options.append('rate_from', `${rate}:${period}`);
  options.append('start', startDate);
  const address = calculatorAddress('loan', {
    total_loan_amount: terms.amount,
    duration_months: String(months),
    annual_interest_rate: rateOf(atStart.value),
    compounding_frequency: 'monthly',
  });
  return `${address}${scenarioFragmentStart}&${options.toString().replaceAll('%3A', ':')}`;
}
