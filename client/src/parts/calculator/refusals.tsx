import { useSyncExternalStore } from 'react';
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
  // From the page, so that the fields of a link are named, too. Its first render must equal that of the server.
  const names = useSyncExternalStore(
    neverChanges,
    () => labelsOf(refusals),
    () => '',
  );
  return (
    <LiveRegion>
      {refusals.length > 0 && (
        <p className="text-warn">
          Some terms cannot be used: {[...reasons].join(' ')} {names && `Check ${names}. `}
          {hasResult && 'The result is that of the previous terms.'}
        </p>
      )}
    </LiveRegion>
  );
}

const sentence = (message: string) => (/[.?]$/.test(message) ? message : `${message}.`);

interface Refusal {
  /** The name of the field. */
  name: string;
  /** Its control, if the form has validated it. */
  ref: unknown;
  message: string;
}

/** The errors are nested like the fields. */
function refusalsIn(errors: unknown, path: readonly string[] = []): Refusal[] {
  if (typeof errors !== 'object' || errors === null || 'nodeType' in errors) return [];
  if ('message' in errors && typeof errors.message === 'string') {
    return [{ name: path.join('.'), ref: 'ref' in errors ? errors.ref : undefined, message: errors.message }];
  }
  return Object.entries(errors).flatMap(([key, nested]) => refusalsIn(nested, [...path, key]));
}

const neverChanges = () => () => undefined;

const labelsOf = (refusals: readonly Refusal[]) =>
  [...new Set(refusals.flatMap((refusal) => labelOf(refusal) ?? []))].join(', ');

/** The label of a field, after the name of its group. */
function labelOf({ name, ref }: Refusal): string | undefined {
  const control = ref ?? document.getElementsByName(name)[0];
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return undefined;
  const label = control.labels?.[0]?.textContent;
  const group = control.closest('fieldset')?.getAttribute('aria-label');
  return group ? `${group}: ${label}` : (label ?? undefined);
}
