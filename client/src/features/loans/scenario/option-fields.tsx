import { plainNumber } from '#parts/form/typed-numbers.ts';
import type { FieldPath } from 'react-hook-form';
import type { LoanCalculator } from '../use-loan-calculator.ts';
import { paymentTexts } from '#parts/calculator/frequency-texts.ts';
import type { ScenarioInputs } from '#parts/calculator/scenario/scenario-inputs.ts';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { EntryList } from '#parts/calculator/scenario/entry-list.tsx';
import type { OptionRowName } from '#parts/calculator/scenario/option-contents.ts';
import { AmountField, ChoiceField, NumberField } from '#parts/calculator/scenario/option-field.tsx';
import { basisTexts, dayCountTexts, optionTexts } from '#parts/calculator/scenario/option-texts.ts';
import { RateStress } from './rate-stress.tsx';
import { SolveExtra } from './solve-extra.tsx';
import type { ScenarioState } from './use-scenario-state.ts';

interface OptionFieldsProps {
  name: OptionRowName;
  calculator: LoanCalculator;
  scenario: ScenarioState;
}

const number = { setValueAs: plainNumber };
const trimmed = { setValueAs: (typed: string) => typed.trim() };
const fieldsClass = 'grid grid-fit-[12rem] items-end gap-4';

/** The fields of an opened row of WHAT IF. */
export function OptionFields({ name, calculator, scenario }: OptionFieldsProps) {
  const { form, answer, payments, refusals } = scenario;
  const errorOf = (path: string) => refusals[path];
  const list = { form, errorOf, payments };
  const field = (path: FieldPath<ScenarioInputs>, rules?: { setValueAs: (typed: string) => string }) => ({
    error: errorOf(path),
    register: form.register(path, rules),
  });
  switch (name) {
    case 'extra':
      return <EntryList name="extra_payments" {...list} />;
    case 'byDate':
      if (!answer) return <NoLoan />;
      return (
        <SolveExtra
          terms={answer.terms}
          onUse={(amount) =>
            form.setValue('extra_payments', [{ amount: amount.toFixed(2), from_period: '', to_period: '' }])
          }
        />
      );
    case 'lump':
      return <EntryList name="lump_sums" {...list} />;
    case 'rates':
      return <EntryList name="rate_changes" {...list} />;
    case 'stress':
      if (!answer) return <NoLoan />;
      return (
        <RateStress
          form={calculator.form}
          rate={String(calculator.inputs.annual_interest_rate)}
          answer={answer}
        />
      );
    case 'offset':
      return (
        <div className={fieldsClass}>
          <AmountField
            {...optionTexts.balance}
            {...field('offset.balance', number)}
            error={errorOf('offset.balance') ?? errorOf('offset')}
          />
          <AmountField {...optionTexts.deposit_per_period} {...field('offset.deposit_per_period', number)} />
          <AmountField {...optionTexts.upfront} {...field('fees.upfront', number)} />
          <AmountField {...optionTexts.per_period} {...field('fees.per_period', number)} />
        </div>
      );
    case 'payments':
      return (
        <div className={fieldsClass}>
          <ChoiceField
            {...optionTexts.payment_frequency}
            {...field('payment_frequency')}
            texts={paymentTexts}
          />
          <ChoiceField {...optionTexts.payment_basis} {...field('payment_basis')} texts={basisTexts} />
          <NumberField {...optionTexts.interest_only_periods} {...field('interest_only_periods', trimmed)} />
          <AmountField {...optionTexts.residual_amount} {...field('residual_amount', number)} />
        </div>
      );
    case 'dates':
      return (
        <div className={fieldsClass}>
          <Field {...optionTexts.start_date} error={errorOf('start_date')}>
            {(control) => <TextInput {...control} {...form.register('start_date')} type="date" />}
          </Field>
          <ChoiceField {...optionTexts.day_count} {...field('day_count')} texts={dayCountTexts} />
          <NumberField {...optionTexts.inflation_rate} {...field('inflation_rate', number)} />
        </div>
      );
  }
}

function NoLoan() {
  return <p className="text-sm text-muted">Enter the terms of the loan first.</p>;
}
