import { defaultCompoundingFrequency } from 'contract/loans/loans.constants.ts';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { loanQuery } from 'contract/calculations/link-names.ts';

type LoanField = keyof LoanRequestInput;

/** In the order of the form. */
export const loanFields = [
  'total_loan_amount',
  'duration_months',
  'annual_interest_rate',
  'compounding_frequency',
] as const satisfies readonly LoanField[];

export const emptyInputs: LoanRequestInput = {
  total_loan_amount: '',
  duration_months: '',
  annual_interest_rate: '',
  compounding_frequency: defaultCompoundingFrequency,
};

/** The inputs in a URL, not validated; null if there are none. */
export function inputsOf(search: URLSearchParams): LoanRequestInput | null {
  if (!loanFields.some((field) => search.has(loanQuery[field]))) return null;
  const entries = loanFields.map((field) => [
    field,
    search.get(loanQuery[field])?.trim() ?? emptyInputs[field],
  ]);
  return Object.fromEntries(entries) as LoanRequestInput;
}

export function searchOf(inputs: LoanRequestInput): string {
  return new URLSearchParams(loanFields.map((field) => [loanQuery[field], String(inputs[field])])).toString();
}

export type MissingTerm = Exclude<(typeof loanFields)[number], 'compounding_frequency'>;

/** The first term that a link leaves to the user, such as the duration of a loan of which only the balance is known. */
export const missingTerm = (inputs: LoanRequestInput): MissingTerm | undefined =>
  loanFields.find((field): field is MissingTerm => field !== 'compounding_frequency' && inputs[field] === '');
