import {
  buyingCostFragment,
  buyingFragment,
  buyingIncomeFragment,
  loanQuery,
  payFragment,
  savingsFragment,
  studyLoanFragment,
} from 'contract/calculations/link-names.ts';
import { paths } from '#parts/navigation/paths.ts';

/** The fields of the second income, which end in 2 in forms and links. */
const secondIncome = {
  income2: 'income2',
  period2: 'per2',
  salary_sacrifice2: 'sacrifice2',
  study_loan2: 'study2',
} as const;

const calculators = {
  loan: { path: paths.loanCalculator, query: loanQuery },
  savings: { path: paths.savings, query: savingsFragment, isFragment: true },
  buying: {
    path: paths.buying,
    query: { ...buyingFragment, ...buyingIncomeFragment, ...secondIncome, ...buyingCostFragment },
    isFragment: true,
  },
  studyLoan: { path: paths.studyLoan, query: studyLoanFragment, isFragment: true },
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
