import { count } from 'contract/counts.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { compoundingTexts } from 'contract/scenarios/frequency-texts.ts';
import type { PanelField } from '#parts/calculator/terms-fields.tsx';
import { TermsGroup } from '#parts/calculator/terms-group.tsx';
import { understoodValues } from '#parts/form/typed-fields.ts';
import { formatDuration } from '#parts/format/format.ts';
import type { LoanTerms } from './loan-terms.ts';

const { minAnnualRatePercent, maxAnnualRatePercent, minDurationMonths, maxDurationMonths } = loanLimits;

const fieldsOf = (inputs: LoanTerms): PanelField<LoanTerms>[] => [
  {
    name: 'total_loan_amount',
    label: 'Total Loan Amount',
    unit: 'AUD',
  },
  {
    name: 'duration_months',
    label: 'Loan Duration (Months)',
    hint: durationHint(Number(inputs.duration_months || Number.NaN)),
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

/** The limits, or the duration as the form parses it. */
function durationHint(months: number): string {
  const isUnderstood = Number.isInteger(months) && months >= minDurationMonths && months <= maxDurationMonths;
  if (!isUnderstood) return `${minDurationMonths} to ${maxDurationMonths} months, or for example 30 years`;
  return months < 12 ? count(months, 'month') : `${count(months, 'month')}: ${formatDuration(months)}`;
}

/** The four terms of every loan. */
export const loanFields = (inputs: LoanTerms) => (
  <TermsGroup title="Loan Terms" fields={fieldsOf(understoodValues(inputs))} />
);
