import type { ComponentProps } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { Field, type FieldControl } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';

interface FieldProps<Input extends FieldValues> {
  form: UseFormReturn<Input>;
  name: Path<Input>;
  label: string;
  hint?: string;
  rules?: RegisterOptions<Input, Path<Input>>;
}

type OwnProps = keyof FieldProps<FieldValues> | keyof FieldControl;

const trimmed = { setValueAs: (typed: string) => typed.trim() };

/** Trims the value. */
export function TextField<Input extends FieldValues>({
  form,
  name,
  label,
  hint,
  rules,
  ...input
}: FieldProps<Input> & Omit<ComponentProps<typeof TextInput>, OwnProps>) {
  return (
    <Field label={label} hint={hint} error={form.getFieldState(name, form.formState).error?.message}>
      {(control) => (
        <TextInput
          {...control}
          {...form.register(name, { ...trimmed, ...rules })}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
        />
      )}
    </Field>
  );
}

export function PasswordField<Input extends FieldValues>({
  form,
  name,
  label,
  hint,
  rules,
  ...input
}: FieldProps<Input> & Omit<ComponentProps<typeof PasswordInput>, OwnProps>) {
  return (
    <Field label={label} hint={hint} error={form.getFieldState(name, form.formState).error?.message}>
      {(control) => <PasswordInput {...control} {...form.register(name, rules)} {...input} />}
    </Field>
  );
}
