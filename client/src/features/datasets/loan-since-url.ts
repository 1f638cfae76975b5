import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import { scenarioFragmentStart } from 'contract/calculations/link-names.ts';
import { textOfPairs } from 'contract/calculations/url-pairs.ts';
import { optionPairs } from 'contract/scenarios/option-links.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { cashRateRates } from '#parts/calculator/scenario/cash-rate.ts';

interface LoanTerms {
  amount: string;
  years: number;
  /** In percent above the cash rate. */
  margin: number;
  /** The loan is drawn in February of this year. */
  startYear: number;
}

interface CashRate {
  series: readonly DatasetPoint[];
  vintage: string;
}

/** The calculator's URL of a variable loan that followed the cash rate. Null if the series begins later. */
export function loanSinceUrl({ series, vintage }: CashRate, terms: LoanTerms): string | null {
  const months = 12 * terms.years;
  const startDate = `${terms.startYear}-02-01`;
  const rates = cashRateRates(series, { startDate, months, margin: terms.margin });
  if (!rates) return null;
  const rateChanges = [...rates.byPeriod].map(([period, rate]) => ({ period, annual_interest_rate: rate }));
  const options = optionPairs({ rate_changes: rateChanges, start_date: startDate, rates_from: vintage });
  const url = calculatorUrl('loan', {
    total_loan_amount: terms.amount,
    duration_months: String(months),
    annual_interest_rate: rates.first,
    compounding_frequency: 'monthly',
  });
  return `${url}${scenarioFragmentStart}&${textOfPairs(options)}`;
}
