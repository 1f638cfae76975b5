import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Shows reasons beside their fields, and focuses the first.
 * @param fields in the order of the form.
 * @returns whether there was one.
 */
export function refuseFields<Input extends FieldValues>(
  form: Pick<UseFormReturn<Input>, 'setError' | 'setFocus'>,
  fields: readonly Path<Input>[],
  reasonOf: (field: string) => string | undefined,
): boolean {
  let first: Path<Input> | undefined;
  for (const field of fields) {
    const message = reasonOf(field);
    if (!message) continue;
    form.setError(field, { message });
    first ??= field;
  }
  if (first) form.setFocus(first);
  return first !== undefined;
}
