import { defaultCompoundingFrequency, loanLimits } from 'contract/loans/loans.constants.ts';
import { paymentFrequencies, type PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import { borrowingQuery } from 'contract/calculations/links.ts';
import { compoundingTexts, paymentTexts } from '#parts/calculator/frequency-texts.ts';
import type { Terms, TermsDefinition } from '#parts/calculator/terms.ts';
import { timeInYears } from '#parts/calculator/time-in-years.ts';
import { plainNumber } from '#parts/form/typed-numbers.ts';

type BorrowingField = keyof typeof borrowingQuery;
export type BorrowingTerms = Terms<BorrowingField>;

const { minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;

export const borrowingDefinition: TermsDefinition<BorrowingField> = {
  query: borrowingQuery,
  fields: [
    {
      name: 'payment_per_period',
      label: 'Payment',
      hint: 'Australian dollars that you can pay each time',
      isAmount: true,
      initial: '',
      read: plainNumber,
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
      read: plainNumber,
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
      isAmount: true,
      initial: '0',
      isOptional: true,
      read: plainNumber,
    },
  ],
};

/** Falls back to monthly, because the URL may contain an unknown frequency. */
export function frequencyOf({ payment_frequency: selected }: BorrowingTerms): PaymentFrequency {
  return paymentFrequencies.find((frequency) => frequency === selected) ?? 'monthly';
}
