import { compoundingFrequencies, loanLimits } from 'contract/loans.constants.ts';
import type { LoanRequestInput } from 'contract/loans.ts';
import type { ReactNode, SubmitEventHandler } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Field, type FieldControl } from '#ui/field.tsx';
import { NumberInput, Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import type { LoanField } from './loan-inputs.ts';
import styles from './loan-form.module.css';

interface LoanFormProps {
  form: UseFormReturn<LoanRequestInput>;
  submit: SubmitEventHandler<HTMLFormElement>;
  clear: () => void;
  isPending: boolean;
}

const frequencyLabels = { monthly: 'Monthly', daily: 'Daily', yearly: 'Yearly' } as const;

const trimmed = { setValueAs: (typed: string) => typed.trim() };

export function LoanForm({ form, submit, clear, isPending }: LoanFormProps) {
  const { errors } = form.formState;
  const { minDurationMonths, maxDurationMonths, minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;

  const field = (
    name: LoanField,
    label: string,
    hint: string,
    control: (control: FieldControl) => ReactNode,
  ) => (
    <div className={styles.field}>
      <Field label={label} hint={hint} error={errors[name]?.message}>
        {control}
      </Field>
    </div>
  );

  return (
    <Panel title="Loan Terms">
      <form className={styles.form} onSubmit={submit} noValidate aria-label="Loan terms">
        {field('total_loan_amount', 'Total Loan Amount', 'Australian dollars', (control) => (
          <NumberInput {...control} {...form.register('total_loan_amount', trimmed)} required />
        ))}
        {field(
          'duration_months',
          'Loan Duration (Months)',
          `${minDurationMonths} to ${maxDurationMonths}`,
          (control) => (
            <NumberInput
              {...control}
              {...form.register('duration_months', trimmed)}
              inputMode="numeric"
              required
            />
          ),
        )}
        {field(
          'annual_interest_rate',
          'Annual Interest Rate (%)',
          `${minAnnualRatePercent} to ${maxAnnualRatePercent}`,
          (control) => (
            <NumberInput {...control} {...form.register('annual_interest_rate', trimmed)} required />
          ),
        )}
        {field('compounding_frequency', 'Compounding Frequency', 'How often interest is added', (control) => (
          <Select {...control} {...form.register('compounding_frequency')}>
            {compoundingFrequencies.map((frequency) => (
              <option key={frequency} value={frequency}>
                {frequencyLabels[frequency]}
              </option>
            ))}
          </Select>
        ))}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={isPending}>
            Calculate
          </Button>
          <Button onClick={clear}>Clear Form</Button>
        </div>
      </form>
    </Panel>
  );
}
