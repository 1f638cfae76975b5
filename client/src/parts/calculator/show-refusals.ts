import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';

/**
 * Shows the server's reasons beside their fields.
 * @param fields in the order of the form.
 * @param focus whether the first takes the focus; not while the user types.
 * @returns whether there was one.
 */
export function showRefusals<Input extends FieldValues>(
  form: Pick<UseFormReturn<Input>, 'setError' | 'setFocus'>,
  fields: readonly Path<Input>[],
  error: Error | null,
  focus: boolean,
): boolean {
  const details = detailsOf(error);
  const refused = fields.filter((field) => details[field]);
  for (const field of refused) form.setError(field, { message: details[field]?.join(' ') ?? '' });
  const [first] = refused;
  if (first && focus) form.setFocus(first);
  return first !== undefined;
}
