import { loanLimits } from 'contract/loans/loans.constants.ts';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import type { SubmitEventHandler } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { compoundingTexts } from '#parts/calculator/frequency-texts.ts';
import { TermsPanel } from '#parts/calculator/terms-panel.tsx';
import { monthsOf, plainNumber } from '#parts/form/typed-numbers.ts';
import { formatDuration } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';

interface LoanFormProps {
  form: UseFormReturn<LoanRequestInput>;
  submit: SubmitEventHandler<HTMLFormElement>;
  clear: () => void;
  /** Undefined if there is nothing to undo. */
  undoClear: (() => void) | undefined;
  isPending: boolean;
}

const number = { setValueAs: plainNumber };
const duration = { setValueAs: (typed: string) => monthsOf(typed, 'months') };

export function LoanForm({ undoClear, ...panel }: LoanFormProps) {
  const { minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;
  return (
    <TermsPanel
      {...panel}
      title="Loan Terms"
      label="Loan terms"
      fields={[
        {
          name: 'total_loan_amount',
          label: 'Total Loan Amount',
          hint: 'Australian dollars',
          rules: number,
          isAmount: true,
        },
        {
          name: 'duration_months',
          label: 'Loan Duration (Months)',
          hint: <DurationHint control={panel.form.control} />,
          rules: duration,
          hasUnits: true,
        },
        {
          name: 'annual_interest_rate',
          label: 'Annual Interest Rate (%)',
          hint: `${minAnnualRatePercent}% to ${maxAnnualRatePercent}% a year`,
          rules: number,
        },
        {
          name: 'compounding_frequency',
          label: 'Compounding Frequency',
          hint: 'How often interest is added',
          choices: Object.entries(compoundingTexts),
        },
      ]}
    >
      {undoClear && <Button onClick={undoClear}>Undo Clear</Button>}
    </TermsPanel>
  );
}

/** The limits, or the duration as the form parses it. */
function DurationHint({ control }: { control: UseFormReturn<LoanRequestInput>['control'] }) {
  const months = Number(useWatch({ control, name: 'duration_months' }) || Number.NaN);
  const { minDurationMonths, maxDurationMonths } = loanLimits;
  const isUnderstood = Number.isInteger(months) && months >= minDurationMonths && months <= maxDurationMonths;
  if (!isUnderstood) return `${minDurationMonths} to ${maxDurationMonths} months, or for example 30 years`;
  return months < 12 ? `${months} months` : `${months} months: ${formatDuration(months)}`;
}
