import { loanLimits } from 'contract/loans/loans.constants.ts';
import { compoundingTexts } from 'contract/scenarios/frequency-texts.ts';
import { durationHint } from '#parts/calculator/loan/duration-hint.ts';
import type { PanelField } from '#parts/calculator/terms-fields.tsx';
import { TermsGroup } from '#parts/calculator/terms-group.tsx';
import { understoodValues } from '#parts/form/typed-fields.ts';
import type { LoanTerms } from './loan-terms.ts';

const { minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;

const fieldsOf = (inputs: LoanTerms): PanelField<LoanTerms>[] => [
  {
    name: 'total_loan_amount',
    label: 'Total Loan Amount',
    unit: 'AUD',
  },
  {
    name: 'duration_months',
    label: 'Loan Duration (Months)',
    hint: durationHint(inputs.duration_months),
  },
  {
    name: 'annual_interest_rate',
    label: 'Annual Interest Rate (%)',
    unit: '%',
    hint: `${minAnnualRatePercent}% to ${maxAnnualRatePercent}% a year`,
  },
  {
    name: 'compounding_frequency',
    label: 'Compounding Frequency',
    hint: 'How often interest is added',
    choices: Object.entries(compoundingTexts),
  },
];

/** The four terms of every loan. */
export const loanFields = (inputs: LoanTerms) => (
  <TermsGroup title="Loan Terms" fields={fieldsOf(understoodValues(inputs))} />
);
