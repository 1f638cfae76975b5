import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { AmountInput } from '#parts/calculator/amount-input.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput, Select } from '#ui/input.tsx';

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

interface ChoiceFieldProps<Choice extends string> extends OptionFieldProps {
  choices: readonly Choice[];
  texts: Record<Choice, string>;
}

export function ChoiceField<Choice extends string>({
  label,
  hint,
  error,
  register,
  choices,
  texts,
}: ChoiceFieldProps<Choice>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select {...control} {...register}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {texts[choice]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
