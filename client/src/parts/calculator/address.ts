import { paths } from '#parts/navigation/paths.ts';

/** Query parameters of the calculators, for links from other screens. */
export const loanQuery = {
  total_loan_amount: 'amount',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  compounding_frequency: 'compounding',
} as const;

/** The start of the URL fragment while WHAT IF is open. A fragment is never sent to a server. */
export const scenarioFragmentStart = '#what-if';

export const savingsQuery = {
  opening_balance: 'opening',
  deposit_per_month: 'deposit',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  inflation_rate: 'inflation',
  target_amount: 'goal',
} as const;

export const borrowingQuery = {
  payment_per_period: 'payment',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  compounding_frequency: 'compounding',
  fee_per_period: 'fee',
  payment_frequency: 'payments',
} as const;

const calculators = {
  loan: { path: paths.loanCalculator, query: loanQuery },
  savings: { path: paths.savings, query: savingsQuery },
  borrowing: { path: paths.borrowingPower, query: borrowingQuery },
} as const;

type CalculatorTerms<Query extends Record<string, string>> = Partial<Record<keyof Query, string | undefined>>;

/** Absent and empty terms are left out. */
export function queryOf<Query extends Record<string, string>>(
  query: Query,
  terms: CalculatorTerms<Query>,
): string {
  const given = Object.entries(query).flatMap(([field, name]) => {
    const value = terms[field];
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(given).toString();
}

/** The URL that makes a calculator compute these terms. */
export function calculatorAddress<Name extends keyof typeof calculators>(
  name: Name,
  terms: CalculatorTerms<(typeof calculators)[Name]['query']>,
): string {
  const { path, query } = calculators[name];
  return `${path}?${queryOf(query, terms)}`;
}
