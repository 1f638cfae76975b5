import {
  borrowingFragment,
  loanQuery,
  payFragment,
  savingsFragment,
} from 'contract/calculations/link-names.ts';
import { paths } from '#parts/navigation/paths.ts';

const calculators = {
  loan: { path: paths.loanCalculator, query: loanQuery },
  savings: { path: paths.savings, query: savingsFragment, isFragment: true },
  borrowing: { path: paths.borrowingPower, query: borrowingFragment, isFragment: true },
  takeHomePay: { path: paths.takeHomePay, query: { ...payFragment, raise: 'raise' }, isFragment: true },
} as const;

export type CalculatorName = keyof typeof calculators;
export type FieldOf<Name extends CalculatorName> = keyof (typeof calculators)[Name]['query'] & string;

interface CalculatorRoute {
  path: string;
  /** The parameter of each field. */
  query: Readonly<Partial<Record<string, string>>>;
  /** Whether the terms are in the URL's fragment, so that no server's log receives them. */
  isFragment?: boolean;
}

export const calculatorRoute = (name: CalculatorName): CalculatorRoute => calculators[name];

/** The URL with which a calculator computes the terms. Absent and empty terms are omitted. */
export function calculatorUrl<Name extends CalculatorName>(
  name: Name,
  terms: Partial<Record<FieldOf<Name>, string | undefined>>,
): string {
  const { path, query, isFragment } = calculatorRoute(name);
  const values: Partial<Record<string, string>> = terms;
  const pairs = Object.entries(query).flatMap(([field, parameter = '']) => {
    const value = values[field];
    return value ? [[parameter, value]] : [];
  });
  return `${path}${isFragment ? '#' : '?'}${new URLSearchParams(pairs).toString()}`;
}
