import { dayCounts, paymentBases, paymentFrequencies } from 'contract/workshop.constants.ts';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { EntryList } from './entry-list.tsx';
import { AmountField, ChoiceField, NumberField } from './option-field.tsx';
import { basisTexts, dayCountTexts, optionTexts } from './option-texts.ts';
import type { WhatIfInputs } from '#parts/calculator/what-if/what-if-inputs.ts';
import { paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { plainNumber } from '#parts/typed-numbers.ts';
import styles from './what-if-options.module.css';

interface WhatIfOptionsProps {
  form: UseFormReturn<WhatIfInputs>;
  /** The server's refusal of the field at this path. */
  errorOf: (path: string) => string | undefined;
  payments: number | null;
}

const number = { setValueAs: plainNumber };

export function WhatIfOptions({ form, errorOf, payments }: WhatIfOptionsProps) {
  const { register } = form;
  const list = { form, errorOf, payments };
  return (
    <form
      className={styles.options}
      aria-label="What if"
      onSubmit={(event) => event.preventDefault()}
      noValidate
    >
      <EntryList name="extra_payments" {...list} />
      <EntryList name="lump_sums" {...list} />
      <EntryList name="rate_changes" {...list} />
      <fieldset className={styles.group}>
        <legend>Offset account and fees</legend>
        <div className={styles.fields}>
          <AmountField
            {...optionTexts.balance}
            error={errorOf('offset.balance') ?? errorOf('offset')}
            register={register('offset.balance', number)}
          />
          <AmountField
            {...optionTexts.deposit_per_period}
            error={errorOf('offset.deposit_per_period')}
            register={register('offset.deposit_per_period', number)}
          />
          <AmountField
            {...optionTexts.upfront}
            error={errorOf('fees.upfront')}
            register={register('fees.upfront', number)}
          />
          <AmountField
            {...optionTexts.per_period}
            error={errorOf('fees.per_period')}
            register={register('fees.per_period', number)}
          />
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Payments</legend>
        <div className={styles.fields}>
          <ChoiceField
            {...optionTexts.payment_frequency}
            error={errorOf('payment_frequency')}
            register={register('payment_frequency')}
            choices={paymentFrequencies}
            texts={paymentTexts}
          />
          <ChoiceField
            {...optionTexts.payment_basis}
            error={errorOf('payment_basis')}
            register={register('payment_basis')}
            choices={paymentBases}
            texts={basisTexts}
          />
          <NumberField
            {...optionTexts.interest_only_periods}
            error={errorOf('interest_only_periods')}
            register={register('interest_only_periods', { setValueAs: (typed: string) => typed.trim() })}
          />
          <AmountField
            {...optionTexts.residual_amount}
            error={errorOf('residual_amount')}
            register={register('residual_amount', number)}
          />
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Dates and assumptions</legend>
        <div className={styles.fields}>
          <Field {...optionTexts.start_date} error={errorOf('start_date')}>
            {(control) => <TextInput {...control} {...register('start_date')} type="date" />}
          </Field>
          <ChoiceField
            {...optionTexts.day_count}
            error={errorOf('day_count')}
            register={register('day_count')}
            choices={dayCounts}
            texts={dayCountTexts}
          />
          <NumberField
            {...optionTexts.inflation_rate}
            error={undefined}
            register={register('inflation_rate', number)}
          />
        </div>
      </fieldset>
    </form>
  );
}
