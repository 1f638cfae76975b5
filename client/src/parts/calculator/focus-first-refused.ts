import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Focuses the first refused field in the order of the page, and opens its row. */
export function focusFirstRefused<Inputs extends FieldValues>(form: UseFormReturn<Inputs>): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[name]')];
  const first = fields.find(({ name }) => form.getFieldState(name as FieldPath<Inputs>).invalid);
  const row = first?.closest('details');
  if (row) row.open = true;
  first?.focus();
}
