import type { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, FieldValues, Resolver, ResolverOptions } from 'react-hook-form';
import { whenIdle } from '#parts/when-idle.ts';

type Schema = Parameters<typeof zodResolver>[0];

/**
 * Validates with a schema that loads after the form is shown, because it is a quarter of the screen's first load.
 * Values stay as typed: the server normalizes them. Until the schema is loaded, only the server validates.
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
    const halfTyped = halfTypedFields(options);
    if (halfTyped.length === 0) return result;
    const error = { type: 'badInput', message: 'Complete this or clear it.' };
    const errors = Object.fromEntries(halfTyped.map((name) => [name, error]));
    return { values: {}, errors: { ...errors, ...result.errors } as FieldErrors<Input> };
  };
}

/** Such as a date without its year: its value is empty, so that a save would clear the stored one. */
function halfTypedFields<Input extends FieldValues>({ fields }: ResolverOptions<Input>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const element: unknown = field?.ref;
    return element instanceof HTMLInputElement && element.validity.badInput ? name : [];
  });
}

async function loadResolver<Input extends FieldValues>(loadSchema: () => Promise<Schema>) {
  const [{ zodResolver: makeResolver }, schema] = await Promise.all([
    import('@hookform/resolvers/zod'),
    loadSchema(),
  ]);
  return makeResolver(schema, undefined, { raw: true }) as unknown as Resolver<Input>;
}
