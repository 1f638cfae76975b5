import { type FieldValues, get, type UseFormReturn, useFormState } from 'react-hook-form';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import type { HiddenField } from './calculator-definition.ts';

interface RefusalsProps<Inputs extends FieldValues> {
  form: Pick<UseFormReturn<Inputs>, 'control'>;
  hiddenFields?: readonly HiddenField<Inputs>[] | undefined;
  hasResult: boolean;
}

const none: readonly never[] = [];

/**
 * Says above the result that terms cannot be used. The reasons are beside the fields and not repeated, except those of terms that
 * have no field.
 */
export function Refusals<Inputs extends FieldValues>({
  form,
  hiddenFields = none,
  hasResult,
}: RefusalsProps<Inputs>) {
  const { errors } = useFormState({ control: form.control });
  const hidden = hiddenFields.flatMap(({ name, label }) => {
    const error: { message?: string } | undefined = get(errors, name);
    return error?.message ? { error, text: `${label} of the link: ${error.message}` } : [];
  });
  const controls = controlsIn(errors, new Set<unknown>(hidden.map(({ error }) => error)));
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
      {hidden.map(({ text }) => (
        <p key={text} className="text-warn">
          {text} Clear Form removes it.
        </p>
      ))}
    </LiveRegion>
  );
}

/** The controls of refused fields, as far as they are known: the errors of a link have none. Errors are nested like the fields. */
function controlsIn(errors: unknown, except: ReadonlySet<unknown>): unknown[] {
  if (typeof errors !== 'object' || errors === null || 'nodeType' in errors || except.has(errors)) return [];
  if ('message' in errors && typeof errors.message === 'string')
    return ['ref' in errors ? errors.ref : undefined];
  return Object.values(errors).flatMap((nested) => controlsIn(nested, except));
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
