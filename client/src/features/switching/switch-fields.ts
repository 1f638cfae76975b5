import { type FieldPath, useFormContext } from 'react-hook-form';
import { monthsOf, plainNumber } from '#parts/form/typed-numbers.ts';
import type { SwitchInputs } from './switch-inputs.ts';

type Read = (typed: string) => string;

const trimmed: Read = (typed) => typed.trim();
const months: Read = (typed) => monthsOf(typed, 'months');

/** The props of a form field by its path. */
export function useSwitchFields() {
  const form = useFormContext<SwitchInputs>();
  const errorOf = (path: string) =>
    form.getFieldState(path as FieldPath<SwitchInputs>, form.formState).error?.message;
  const field = (path: FieldPath<SwitchInputs>, read?: Read) => ({
    error: errorOf(path),
    register: form.register(path, read && { setValueAs: read }),
  });
  return {
    errorOf,
    number: (path: FieldPath<SwitchInputs>) => field(path, plainNumber),
    months: (path: FieldPath<SwitchInputs>) => field(path, months),
    text: (path: FieldPath<SwitchInputs>) => field(path, trimmed),
    choice: (path: FieldPath<SwitchInputs>) => field(path),
  };
}
