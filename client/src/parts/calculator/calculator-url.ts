import { borrowingQuery, loanQuery, payFragment, savingsQuery } from 'contract/calculations/links.ts';
import { paths } from '#parts/navigation/paths.ts';

const calculators = {
  loan: { path: paths.loanCalculator, query: loanQuery },
  savings: { path: paths.savings, query: savingsQuery },
  borrowing: { path: paths.borrowingPower, query: borrowingQuery },
  /** The terms are in the URL's fragment, so that no server's log receives a user's income. */
  takeHomePay: { path: paths.takeHomePay, query: payFragment, isPrivate: true },
} as const;

type CalculatorTerms<Query extends Record<string, string>> = Partial<Record<keyof Query, string | undefined>>;

/** The query string of the terms, without absent and empty ones. */
export function queryOf<Query extends Record<string, string>>(
  query: Query,
  terms: CalculatorTerms<Query>,
): string {
  const pairs = Object.entries(query).flatMap(([field, name]) => {
    const value = terms[field];
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(pairs).toString();
}

/** The URL that makes a calculator compute these terms. */
export function calculatorUrl<Name extends keyof typeof calculators>(
  name: Name,
  terms: CalculatorTerms<(typeof calculators)[Name]['query']>,
): string {
  const calculator = calculators[name];
  const separator = 'isPrivate' in calculator ? '#' : '?';
  return `${calculator.path}${separator}${queryOf<Record<string, string>>(calculator.query, terms)}`;
}
