import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';

/**
 * Displays the server's validation errors at their fields.
 * @param fields in the order of the form.
 * @param focus whether the first refused field takes the focus, which would disturb a user who is typing.
 * @returns whether a field was refused.
 */
export function showFieldErrors<Input extends FieldValues>(
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
