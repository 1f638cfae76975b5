import {
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  type ResolverOptions,
  set,
} from 'react-hook-form';
import type { z } from 'zod';

export type LoadSchema = () => Promise<z.ZodType>;

/**
 * Loads a schema once, after the form is rendered, because the schemas are a quarter of what a screen loads first.
 * @returns a function that resolves to undefined while the schema cannot be loaded: then only the server validates.
 */
export function lazySchema(schema: z.ZodType | LoadSchema | undefined): () => Promise<z.ZodType | undefined> {
  let loading: Promise<z.ZodType> | undefined;
  return async () => {
    try {
      return typeof schema === 'function' ? await (loading ??= schema()) : schema;
    } catch {
      // The next attempt loads it again.
      loading = undefined;
      return undefined;
    }
  };
}

interface ContractResolverOptions<Input> {
  schema: () => Promise<z.ZodType | undefined>;
  /** What would be sent. */
  toBody?: (input: Input) => unknown;
  /** The form's name of a contract field; undefined if the form has no such field. */
  fieldOf?: (contractName: string) => string | undefined;
}

/**
 * Validates what would be sent. Values stay as typed: the server normalizes them. Refusals of fields that the form does
 * not have are left to the server, whose message the form shows.
 */
export function contractResolver<Input extends FieldValues>({
  schema: loadSchema,
  toBody = (input) => input,
  fieldOf = (name) => name,
}: ContractResolverOptions<Input>): Resolver<Input> {
  return async (values, _context, { fields }) => {
    const schema = await loadSchema();
    const { error } = (await schema?.safeParseAsync(plain(toBody(values)))) ?? {};
    const errors: FieldErrors = {};
    const refuse = (name: string | undefined, type: string, message: string) => {
      if (name === undefined) return;
      const before: { message?: string } | undefined = get(errors, name);
      if (!before?.message) set(errors, name, { ...before, type, message });
    };
    for (const { path, code, message } of error?.issues ?? [])
      refuse(fieldOf(path.join('.')), code ?? '', message);
    for (const name of incompleteFields(fields)) refuse(name, 'badInput', 'Complete this or clear it.');
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Input> }
      : { values, errors: {} };
  };
}

/** For forms that send their values as they are, such as the calculators'. */
export function schemaResolver<Input extends FieldValues>(load: LoadSchema): Resolver<Input> {
  const schema = lazySchema(load);
  void schema();
  return contractResolver<Input>({ schema });
}

const plain = (body: unknown) => (body instanceof FormData ? Object.fromEntries(body) : body);

/** Such as a date without its year: its value is empty, so that a save would clear the stored one. */
function incompleteFields(fields: ResolverOptions<FieldValues>['fields']): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const element: unknown = field?.ref;
    return element instanceof HTMLInputElement && element.validity.badInput ? name : [];
  });
}
