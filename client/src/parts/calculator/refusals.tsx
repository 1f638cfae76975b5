import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { LiveRegion } from '#ui/feedback/live-region.tsx';

interface RefusalsProps<Inputs extends FieldValues> {
  form: UseFormReturn<Inputs>;
  hasResult: boolean;
}

/** The reasons that are also displayed beside their fields. */
export function Refusals<Inputs extends FieldValues>({ form, hasResult }: RefusalsProps<Inputs>) {
  const { errors } = useFormState({ control: form.control });
  const reasons = [...new Set(messagesOf(errors))];
  return (
    <LiveRegion>
      {reasons.length > 0 && (
        <p className="text-warn">
          Some terms cannot be used: {reasons.join(' ')}{' '}
          {hasResult && 'The result is that of the previous terms.'}
        </p>
      )}
    </LiveRegion>
  );
}

/** The errors are nested like the fields. */
function messagesOf(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string') return [errors.message];
  return Object.values(errors).flatMap(messagesOf);
}
