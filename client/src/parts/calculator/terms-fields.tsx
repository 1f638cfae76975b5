import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { kindOf } from '#parts/form/typed-fields.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput, Select, TextInput } from '#ui/controls/input.tsx';
import { AmountInput } from './amount-input.tsx';

export interface PanelField<Input extends FieldValues> {
  name: Path<Input>;
  label: string;
  hint?: ReactNode;
  isOptional?: boolean;
  /** The value and the label of each choice. */
  choices?: readonly (readonly [string, string])[];
  /** The field is a checkbox, whose value is `true` or empty. */
  isBox?: boolean;
  isDisabled?: boolean;
  /** The type of a field that is not a number. */
  type?: 'text' | 'date';
}

interface TermsFieldsProps<Input extends FieldValues> {
  fields: readonly PanelField<Input>[];
  form: UseFormReturn<Input>;
}

export function TermsFields<Input extends FieldValues>({ fields, form }: TermsFieldsProps<Input>) {
  return fields.map(({ name, label, hint, isOptional = false, choices, type, ...box }) =>
    box.isBox ? (
      <Checkbox
        key={name}
        label={label}
        hint={hint}
        value="true"
        disabled={box.isDisabled}
        error={form.getFieldState(name, form.formState).error?.message}
        {...form.register(name)}
      />
    ) : (
      <Field
        key={name}
        label={label}
        hint={hint}
        error={form.getFieldState(name, form.formState).error?.message}
      >
        {(control) => {
          const input = { ...control, ...form.register(name), required: !isOptional };
          if (choices) return <Select {...control} {...form.register(name)} options={choices} />;
          if (type) return <TextInput {...input} type={type} autoComplete="off" />;
          switch (kindOf(name)) {
            case 'amount':
              return <AmountInput {...input} />;
            case 'months':
            case 'payments':
              // The user may also type units, such as `2 years`.
              return <NumberInput {...input} inputMode="text" />;
            default:
              return <NumberInput {...input} />;
          }
        }}
      </Field>
    ),
  );
}
