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
  const refused = fields.filter((field) => {
    const message = reasonOf(field);
    if (message) form.setError(field, { message });
    return message;
  });
  if (refused[0]) form.setFocus(refused[0]);
  return refused.length > 0;
}
