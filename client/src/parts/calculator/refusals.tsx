import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { LiveRegion } from '#ui/feedback/live-region.tsx';

interface RefusalsProps<Inputs extends FieldValues> {
  form: Pick<UseFormReturn<Inputs>, 'control'>;
  hasResult: boolean;
}

/** Says above the result that fields cannot be used. The reasons are beside the fields, and not repeated. */
export function Refusals<Inputs extends FieldValues>({ form, hasResult }: RefusalsProps<Inputs>) {
  const { errors } = useFormState({ control: form.control });
  const controls = controlsIn(errors);
  const names = new Set(controls.flatMap((control) => nameOf(control) ?? []));
  return (
    <LiveRegion>
      {controls.length > 0 && (
        <p className="text-warn">
          Some terms cannot be used.{' '}
          {names.size > 0 ? `Check ${[...names].join(', ')}.` : 'The reason is beside each of them.'}{' '}
          {hasResult && 'The result is that of the previous terms.'}
        </p>
      )}
    </LiveRegion>
  );
}

/** The controls of refused fields, as far as they are known: the errors of a link have none. Errors are nested like the fields. */
function controlsIn(errors: unknown): unknown[] {
  if (typeof errors !== 'object' || errors === null || 'nodeType' in errors) return [];
  if ('message' in errors && typeof errors.message === 'string')
    return ['ref' in errors ? errors.ref : undefined];
  return Object.values(errors).flatMap(controlsIn);
}

/** The label of a control, after the name of its group. */
function nameOf(control: unknown): string | undefined {
  // A page of the server has no controls, nor their classes.
  if (!control || !(control instanceof HTMLInputElement || control instanceof HTMLSelectElement))
    return undefined;
  const label = control.labels?.[0]?.textContent;
  const group = control.closest('fieldset')?.getAttribute('aria-label');
  return group ? `${group}: ${label}` : (label ?? undefined);
}
