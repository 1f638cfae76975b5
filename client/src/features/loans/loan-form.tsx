import { loanLimits } from 'contract/loans.constants.ts';
import type { LoanRequestInput } from 'contract/loans.ts';
import type { ReactNode, SubmitEventHandler } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Field, type FieldControl } from '#ui/field.tsx';
import { NumberInput, Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import { formatDuration } from '#parts/format.ts';
import type { LoanField } from '#parts/calculator/loan/loan-inputs.ts';
import { AmountInput } from '#parts/calculator/amount-input.tsx';
import { compoundingTexts } from '#parts/calculator/frequency-texts.ts';
import { monthsOf, plainNumber } from '#parts/typed-numbers.ts';
import styles from './loan-form.module.css';

interface LoanFormProps {
  form: UseFormReturn<LoanRequestInput>;
  submit: SubmitEventHandler<HTMLFormElement>;
  clear: () => void;
  /** Absent if there is nothing to undo. */
  undoClear: (() => void) | undefined;
  isPending: boolean;
  /** Further buttons at the end of the form. */
  children: ReactNode;
}

const number = { setValueAs: plainNumber };
const duration = { setValueAs: (typed: string) => monthsOf(typed, 'months') };

export function LoanForm({ form, submit, clear, undoClear, isPending, children }: LoanFormProps) {
  const { errors } = form.formState;
  const { minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;

  const field = (
    name: LoanField,
    label: string,
    hint: ReactNode,
    control: (control: FieldControl) => ReactNode,
  ) => (
    <div className={styles.field}>
      <Field label={label} hint={hint} error={errors[name]?.message}>
        {control}
      </Field>
    </div>
  );

  return (
    <Panel title="Loan Terms" className={styles.panel}>
      <form className={styles.form} onSubmit={submit} noValidate aria-label="Loan terms">
        {field('total_loan_amount', 'Total Loan Amount', 'Australian dollars', (control) => (
          <AmountInput {...control} {...form.register('total_loan_amount', number)} required />
        ))}
        {field(
          'duration_months',
          'Loan Duration (Months)',
          <DurationHint control={form.control} />,
          (control) => (
            <NumberInput
              {...control}
              {...form.register('duration_months', duration)}
              inputMode="text"
              required
            />
          ),
        )}
        {field(
          'annual_interest_rate',
          'Annual Interest Rate (%)',
          `${minAnnualRatePercent} to ${maxAnnualRatePercent}`,
          (control) => (
            <NumberInput {...control} {...form.register('annual_interest_rate', number)} required />
          ),
        )}
        {field('compounding_frequency', 'Compounding Frequency', 'How often interest is added', (control) => (
          <Select
            {...control}
            {...form.register('compounding_frequency')}
            options={Object.entries(compoundingTexts)}
          />
        ))}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={isPending}>
            Calculate
          </Button>
          <Button onClick={clear}>Clear Form</Button>
          {undoClear && <Button onClick={undoClear}>Undo Clear</Button>}
          {children}
        </div>
      </form>
    </Panel>
  );
}

/** The limits, or how the typed duration is understood. */
function DurationHint({ control }: { control: UseFormReturn<LoanRequestInput>['control'] }) {
  const months = Number(useWatch({ control, name: 'duration_months' }) || Number.NaN);
  const { minDurationMonths, maxDurationMonths } = loanLimits;
  const isUnderstood = Number.isInteger(months) && months >= minDurationMonths && months <= maxDurationMonths;
  if (!isUnderstood) return `${minDurationMonths} to ${maxDurationMonths}, or such as 30 years`;
  return months < 12 ? `${months} months` : `${months} months: ${formatDuration(months)}`;
}
