import { type PaymentFrequency, periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { useState } from 'react';
import { type FieldPath, useFormContext, useWatch } from 'react-hook-form';
import { AmountInput } from '#parts/calculator/amount-input.tsx';
import { amountOf } from 'contract/typed-numbers.ts';
import { formatAud } from '#parts/format/format.ts';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/input.tsx';
import { UnitInput } from '#ui/controls/unit-input.tsx';
import type { SwitchInputs } from './switch-inputs.ts';

const unitTexts = { per_period: 'a payment', per_month: 'a month', per_year: 'a year', upfront: 'once' };
type Unit = keyof typeof unitTexts;
type Fee = Exclude<Unit, 'per_month'>;

interface FeeFieldProps {
  path: 'fees' | `offers.${number}.fees`;
  frequency: PaymentFrequency;
}

/** A fee with its unit. A monthly fee of a loan that is not paid monthly is twelve of them a year. */
export function FeeField({ path, frequency }: FeeFieldProps) {
  const form = useFormContext<SwitchInputs>();
  const fees = useWatch({ control: form.control, name: path });
  const [unit, setUnit] = useState<Unit>('per_year');
  const [monthly, setMonthly] = useState('');
  const monthlyFee = frequency === 'monthly' ? 'per_period' : 'per_year';
  const feeOf = (one: Unit): Fee => (one === 'per_month' ? monthlyFee : one);
  const isConverted = (one: Unit) => one === 'per_month' && frequency !== 'monthly';
  const pathOf = (fee: Fee) => `${path}.${fee}` as FieldPath<SwitchInputs>;
  const set = (fee: Fee, text: string) =>
    form.setValue(pathOf(fee), text, { shouldDirty: true, shouldTouch: true });
  // A link may have a fee of another unit.
  const other = (['per_year', 'per_period', 'upfront'] as const).find((fee) => fees[fee] !== '');
  const current = fees[feeOf(unit)] === '' && other ? other : unit;
  const fee = feeOf(current);
  const isTwelfth = isConverted(current);

  function choose(next: Unit) {
    const target = feeOf(next);
    setUnit(next);
    // Another fee with that unit stays.
    if (target !== fee && fees[target] !== '') return;
    if (target !== fee) set(fee, '');
    write(next, isTwelfth ? monthly : fees[fee]);
  }

  function write(as: Unit, text: string) {
    if (!isConverted(as)) return set(feeOf(as), text);
    setMonthly(text);
    const amount = amountOf(text);
    set('per_year', amount === undefined ? text : (12 * amount).toFixed(2));
  }

  const perYear = amountOf(fees.per_year) ?? 0;
  return (
    <Field
      label="Fee"
      hint={
        fee === 'per_year' && perYear > 0 && `${formatAud(perYear / periodsPerYear[frequency])} a payment`
      }
      error={form.getFieldState(pathOf(fee), form.formState).error?.message}
    >
      {(control) => (
        <UnitInput
          control={
            <AmountInput
              {...control}
              name={pathOf(fee)}
              value={isTwelfth ? monthly : fees[fee]}
              onChange={({ target }) => write(current, target.value)}
            />
          }
          unit={
            <Select
              aria-label="Unit of the fee"
              value={current}
              onChange={({ target }) => choose(target.value as Unit)}
              options={Object.entries(unitTexts)}
            />
          }
        />
      )}
    </Field>
  );
}
