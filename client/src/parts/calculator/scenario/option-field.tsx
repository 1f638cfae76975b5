import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { AmountInput } from '#parts/calculator/amount-input.tsx';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput, Select } from '#ui/controls/input.tsx';

interface OptionFieldProps {
  label: string;
  hint?: ReactNode;
  error: string | undefined;
  register: UseFormRegisterReturn;
}

export function NumberField({ label, hint, error, register }: OptionFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <NumberInput {...control} {...register} />}
    </Field>
  );
}

export function AmountField({ label, hint, error, register }: OptionFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <AmountInput {...control} {...register} />}
    </Field>
  );
}

interface ChoiceFieldProps extends OptionFieldProps {
  /** The label of each choice, keyed by its value. */
  texts: Readonly<Record<string, string>>;
}

export function ChoiceField({ label, hint, error, register, texts }: ChoiceFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Select {...control} {...register} options={Object.entries(texts)} />}
    </Field>
  );
}
