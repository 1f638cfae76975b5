import { borrowingQuery, loanQuery, payFragment, savingsQuery } from 'contract/calculations/links.ts';
import { paths } from '#parts/navigation/paths.ts';

const calculators = {
  loan: { path: paths.loanCalculator, query: loanQuery },
  savings: { path: paths.savings, query: savingsQuery },
  borrowing: { path: paths.borrowingPower, query: borrowingQuery },
  /** In the fragment: what somebody earns reaches no server's log. */
  takeHomePay: { path: paths.takeHomePay, query: payFragment, isPrivate: true },
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
  const calculator = calculators[name];
  const mark = 'isPrivate' in calculator ? '#' : '?';
  return `${calculator.path}${mark}${queryOf<Record<string, string>>(calculator.query, terms)}`;
}
