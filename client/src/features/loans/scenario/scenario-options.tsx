import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { EntryList } from './entry-list.tsx';
import { AmountField, ChoiceField, NumberField } from './option-field.tsx';
import { basisTexts, dayCountTexts, optionTexts } from './option-texts.ts';
import type { ScenarioInputs } from '#parts/calculator/scenario/scenario-inputs.ts';
import { paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { plainNumber } from '#parts/form/typed-numbers.ts';

interface ScenarioOptionsProps {
  form: UseFormReturn<ScenarioInputs>;
  /** The server's refusal of the field at this path. */
  errorOf: (path: string) => string | undefined;
  payments: number | null;
}

const number = { setValueAs: plainNumber };
const trimmed = { setValueAs: (typed: string) => typed.trim() };

export function ScenarioOptions({ form, errorOf, payments }: ScenarioOptionsProps) {
  const list = { form, errorOf, payments };
  const field = (path: FieldPath<ScenarioInputs>, rules?: { setValueAs: (typed: string) => string }) => ({
    error: errorOf(path),
    register: form.register(path, rules),
  });
  return (
    <form
      className="grid grid-fit-[20rem] items-start gap-5"
      aria-label="What if"
      onSubmit={(event) => event.preventDefault()}
      noValidate
    >
      <EntryList name="extra_payments" {...list} />
      <EntryList name="lump_sums" {...list} />
      <EntryList name="rate_changes" {...list} />
      <fieldset className="flex flex-col items-stretch gap-3 rounded border border-rule px-4 pt-3 pb-4 [&>button]:self-start">
        <legend className="px-2 text-sm font-semibold tracking-wide text-accent">
          Offset account and fees
        </legend>
        <div className="grid grid-fit-[12rem] items-end gap-4">
          <AmountField
            {...optionTexts.balance}
            {...field('offset.balance', number)}
            error={errorOf('offset.balance') ?? errorOf('offset')}
          />
          <AmountField {...optionTexts.deposit_per_period} {...field('offset.deposit_per_period', number)} />
          <AmountField {...optionTexts.upfront} {...field('fees.upfront', number)} />
          <AmountField {...optionTexts.per_period} {...field('fees.per_period', number)} />
        </div>
      </fieldset>
      <fieldset className="flex flex-col items-stretch gap-3 rounded border border-rule px-4 pt-3 pb-4 [&>button]:self-start">
        <legend className="px-2 text-sm font-semibold tracking-wide text-accent">Payments</legend>
        <div className="grid grid-fit-[12rem] items-end gap-4">
          <ChoiceField
            {...optionTexts.payment_frequency}
            {...field('payment_frequency')}
            texts={paymentTexts}
          />
          <ChoiceField {...optionTexts.payment_basis} {...field('payment_basis')} texts={basisTexts} />
          <NumberField {...optionTexts.interest_only_periods} {...field('interest_only_periods', trimmed)} />
          <AmountField {...optionTexts.residual_amount} {...field('residual_amount', number)} />
        </div>
      </fieldset>
      <fieldset className="flex flex-col items-stretch gap-3 rounded border border-rule px-4 pt-3 pb-4 [&>button]:self-start">
        <legend className="px-2 text-sm font-semibold tracking-wide text-accent">
          Dates and assumptions
        </legend>
        <div className="grid grid-fit-[12rem] items-end gap-4">
          <Field {...optionTexts.start_date} error={errorOf('start_date')}>
            {(control) => <TextInput {...control} {...form.register('start_date')} type="date" />}
          </Field>
          <ChoiceField {...optionTexts.day_count} {...field('day_count')} texts={dayCountTexts} />
          <NumberField {...optionTexts.inflation_rate} {...field('inflation_rate', number)} />
        </div>
      </fieldset>
    </form>
  );
}
