import type { zodResolver } from '@hookform/resolvers/zod';
import type { Field, FieldErrors, FieldValues, Resolver } from 'react-hook-form';

type Schema = Parameters<typeof zodResolver>[0];

/**
 * Holds a form to a schema whose code comes after the form is on the screen: it is a quarter of what such a screen
 * would load first, and nobody has filled in a form by then. What is typed stays as it is, since the server normalises
 * what it gets. Where the code cannot be loaded, the server's own refusals have to do.
 */
export function schemaResolver<Input extends FieldValues>(
  loadSchema: () => Promise<Schema>,
): Resolver<Input> {
  let loading: Promise<Resolver<Input>> | undefined;
  const load = () => (loading ??= loadResolver<Input>(loadSchema));
  whenIdle(() => void load().catch(() => (loading = undefined)));
  return async (values, context, options) => {
    const resolve = await load().catch(() => (loading = undefined));
    const result = resolve ? await resolve(values, context, options) : { values, errors: {} };
    const halfTyped = halfTypedFields(options.fields);
    if (halfTyped.length === 0) return result;
    const error = { type: 'badInput', message: 'Complete this or clear it.' };
    const errors = Object.fromEntries(halfTyped.map((name) => [name, error]));
    return { values: {}, errors: { ...errors, ...result.errors } as FieldErrors<Input> };
  };
}

/** Fields such as a date without its year: to the form they are empty, and a save would clear what was stored. */
function halfTypedFields(fields: object): string[] {
  return Object.entries(fields as Record<string, Field['_f']>).flatMap(([name, { ref }]) =>
    (ref as HTMLInputElement).validity?.badInput ? name : [],
  );
}

async function loadResolver<Input extends FieldValues>(loadSchema: () => Promise<Schema>) {
  const [{ zodResolver: makeResolver }, schema] = await Promise.all([
    import('@hookform/resolvers/zod'),
    loadSchema(),
  ]);
  return makeResolver(schema, undefined, { raw: true }) as unknown as Resolver<Input>;
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
}
