import { count } from 'contract/counts.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { useFormContext } from 'react-hook-form';
import { CalculateButtons } from '#parts/calculator/calculate-buttons.tsx';
import { compoundingTexts } from 'contract/scenarios/frequency-texts.ts';
import { type PanelField, TermsFields } from '#parts/calculator/terms-fields.tsx';
import { understoodValues } from '#parts/form/typed-fields.ts';
import { formatDuration } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { LoanCalculator, LoanTerms } from './loan-terms.ts';
import { useUndoClear } from './use-undo-clear.ts';

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

interface LoanFormProps {
  calculator: LoanCalculator;
}

export function LoanForm({ calculator }: LoanFormProps) {
  const form = useFormContext<LoanTerms>();
  const { inputs, submit, isPending } = calculator;
  const { clear, undoClear } = useUndoClear(calculator);
  return (
    <Panel title="Loan Terms" className="print:hidden">
      <form className="fields" onSubmit={submit} noValidate aria-label="Loan terms">
        <TermsFields fields={fieldsOf(understoodValues(inputs))} form={form} />
        <CalculateButtons className="col-span-full" isPending={isPending} clear={clear}>
          {undoClear && <Button onClick={undoClear}>Undo Clear</Button>}
        </CalculateButtons>
      </form>
    </Panel>
  );
}
