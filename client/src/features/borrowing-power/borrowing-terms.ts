import { defaultCompoundingFrequency, loanLimits } from 'contract/loans/loans.constants.ts';
import type { StressedLoan } from 'contract/scenarios/scenarios.ts';
import { paymentFrequencies } from 'contract/scenarios/scenarios.constants.ts';
import { compoundingTexts, paymentTexts } from 'contract/scenarios/frequency-texts.ts';
import { termsCalculator, type TermsField, type TermsOf } from '#parts/calculator/terms.ts';
import { timeInYears } from '#parts/calculator/time-in-years.ts';
import { compoundingOf } from '#parts/command-line/common-options.ts';

export type BorrowingTerms = TermsOf<'borrowing'>;

const { minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;

export const borrowingFields: readonly TermsField<keyof BorrowingTerms>[] = [
  {
    name: 'payment_per_period',
    label: 'Payment',
    hint: 'Australian dollars that you can pay each time',
    initial: '',
  },
  {
    name: 'payment_frequency',
    label: 'Payments',
    hint: 'How often you pay',
    initial: 'monthly',
    choices: Object.entries(paymentTexts),
  },
  timeInYears,
  {
    name: 'annual_interest_rate',
    label: 'Annual Interest Rate (%)',
    hint: `${minAnnualRatePercent}% to ${maxAnnualRatePercent}% a year, for the whole time`,
    initial: '',
  },
  {
    name: 'compounding_frequency',
    label: 'Compounding Frequency',
    hint: 'How often interest is added',
    initial: defaultCompoundingFrequency,
    choices: Object.entries(compoundingTexts),
  },
  {
    name: 'fee_per_period',
    label: 'Fee per Payment',
    hint: 'Australian dollars, part of the payment',
    initial: '0',
    isOptional: true,
  },
];

export interface BorrowingPower {
  amount: number;
  /** The payment on the amount; up to one cent below the payment entered. */
  payment: number;
  totalInterest: number;
  stressed: StressedLoan[];
}

export const borrowingCalculator = termsCalculator({
  name: 'borrowing',
  fields: borrowingFields,
  schema: async () => (await import('contract/scenarios/scenarios.ts')).SolveBody,
  requestOf: solveRequest,
  load: async () => (await import('./borrowing-calculation.ts')).calculateBorrowingPower,
});

export function solveRequest({ fee_per_period, ...terms }: BorrowingTerms) {
  return {
    ...rateOf(terms),
    solve_for: 'total_loan_amount' as const,
    payment_per_period: terms.payment_per_period,
    fee_per_period: fee_per_period || null,
  };
}

export const rateOf = (terms: Omit<BorrowingTerms, 'fee_per_period'>) => ({
  duration_months: terms.duration_months,
  annual_interest_rate: terms.annual_interest_rate,
  compounding_frequency: compoundingOf(terms.compounding_frequency),
  payment_frequency: frequencyOf(terms),
});

/** Falls back to monthly, because the type of a term is text. */
export const frequencyOf = ({ payment_frequency: selected }: Pick<BorrowingTerms, 'payment_frequency'>) =>
  paymentFrequencies.find((frequency) => frequency === selected) ?? 'monthly';
