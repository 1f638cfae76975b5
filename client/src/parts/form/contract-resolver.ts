import {
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  type ResolverOptions,
  set,
} from 'react-hook-form';
import type { z } from 'zod';
import { misunderstoodPaths, refusalOf } from './typed-fields.ts';

export type LoadSchema = () => Promise<z.ZodType>;

/**
 * Loads a schema once, when the user first focuses a control, because the schemas are a quarter of what a screen loads
 * and a screen is painted sooner without them.
 * @returns a function that resolves to undefined if the schema cannot be loaded; then only the server validates.
 */
export function lazySchema(schema: z.ZodType | LoadSchema | undefined): () => Promise<z.ZodType | undefined> {
  let loading: Promise<z.ZodType> | undefined;
  const load = async () => {
    try {
      return typeof schema === 'function' ? await (loading ??= schema()) : schema;
    } catch {
      // The next attempt loads it again.
      loading = undefined;
      return undefined;
    }
  };
  if (typeof schema === 'function' && !import.meta.env.SSR)
    addEventListener('focusin', () => void load(), { once: true });
  return load;
}

interface ContractResolverOptions<Input> {
  schema: () => Promise<z.ZodType | undefined>;
  /** Converts the input to the request body, which is validated. */
  toBody?: (input: Input) => unknown;
  /** The form's name of a contract field; undefined if the form has no such field. */
  fieldOf?: (contractName: string, input: Input) => string | undefined;
}

/**
 * Validates the request body. The form's values remain as typed, because the server normalizes them. Errors of fields
 * that the form does not have are left to the server, whose message the form displays.
 */
export function contractResolver<Input extends FieldValues>({
  schema: loadSchema,
  toBody = (input) => input,
  fieldOf = (name) => name,
}: ContractResolverOptions<Input>): Resolver<Input> {
  return async (values, _context, { fields, names = [] }) => {
    const schema = await loadSchema();
    const { error } = (await schema?.safeParseAsync(plain(toBody(values)))) ?? {};
    const errors: FieldErrors = {};
    const refuse = (name: string | undefined, type: string, message: string) => {
      if (name === undefined) return;
      const existing: { message?: string } | undefined = get(errors, name);
      // A message about several fields names them by their controls.
      const ref: unknown = get(fields, `${name}.ref`);
      if (!existing?.message) set(errors, name, { ...existing, type, message, ref });
    };
    // No field is registered on the server, nor right after a link has filled the form.
    for (const name of names.length > 0 ? names : misunderstoodPaths(values)) {
      const message = refusalOf(name, get(values, name), values);
      if (message) refuse(name, 'text', message);
    }
    for (const { path, code, message } of error?.issues ?? [])
      refuse(fieldOf(path.join('.'), values), code ?? '', message);
    for (const name of incompleteFields(fields)) refuse(name, 'badInput', 'Complete this or clear it.');
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Input> }
      : { values, errors: {} };
  };
}

const plain = (body: unknown) => (body instanceof FormData ? Object.fromEntries(body) : body);

/**
 * Fields with partial input, such as a date without a year. Their value is empty, so saving would clear the stored one.
 */
function incompleteFields(fields: ResolverOptions<FieldValues>['fields']): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const element: unknown = field?.ref;
    return element instanceof HTMLInputElement && element.validity.badInput ? name : [];
  });
}
