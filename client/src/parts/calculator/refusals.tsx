import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { LiveRegion } from '#ui/feedback/live-region.tsx';

interface RefusalsProps<Inputs extends FieldValues> {
  form: Pick<UseFormReturn<Inputs>, 'control'>;
  hasResult: boolean;
}

/** The fields that cannot be used, above the result. The reasons are also displayed beside the fields. */
export function Refusals<Inputs extends FieldValues>({ form, hasResult }: RefusalsProps<Inputs>) {
  const { errors } = useFormState({ control: form.control });
  const refusals = refusalsIn(errors);
  const reasons = new Set(refusals.map(({ message }) => sentence(message)));
  const names = new Set(refusals.flatMap(({ name }) => name ?? []));
  return (
    <LiveRegion>
      {refusals.length > 0 && (
        <p className="text-warn">
          Some terms cannot be used: {[...reasons].join(' ')}{' '}
          {names.size > 0 && `Check ${[...names].join(', ')}. `}
          {hasResult && 'The result is that of the previous terms.'}
        </p>
      )}
    </LiveRegion>
  );
}

const sentence = (message: string) => (/[.?]$/.test(message) ? message : `${message}.`);

interface Refusal {
  message: string;
  name: string | undefined;
}

/** The errors are nested like the fields. */
function refusalsIn(errors: unknown): Refusal[] {
  if (typeof errors !== 'object' || errors === null || 'nodeType' in errors) return [];
  if ('message' in errors && typeof errors.message === 'string') {
    return [
      { message: errors.message, name: 'ref' in errors && errors.ref ? nameOf(errors.ref) : undefined },
    ];
  }
  return Object.values(errors).flatMap(refusalsIn);
}

/** The label of a control, after the name of its group. */
function nameOf(control: unknown): string | undefined {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return undefined;
  const label = control.labels?.[0]?.textContent;
  const group = control.closest('fieldset')?.getAttribute('aria-label');
  return group ? `${group}: ${label}` : (label ?? undefined);
}
