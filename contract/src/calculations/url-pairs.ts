/** Reads the body of a request before validation, and writes its fields as the parameters of a URL. */

export type Request = Readonly<Record<string, unknown>>;
export type Pair = [name: string, value: string];

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
export const recordOf = (value: unknown): Request =>
  typeof value === 'object' && value !== null ? (value as Request) : {};
export const listOf = (value: unknown): Request[] => (Array.isArray(value) ? value.map(recordOf) : []);

/** In a request `500.000` is 500. The calculators would ask which of two it is, as of a typed text. */
const linkTextOf = (value: unknown): string => textOf(value).replace(/^(\d+\.\d\d)0+$/, '$1');

/** The request's fields as pairs; absent fields have an empty value. */
export const pairsOf = (names: Readonly<Record<string, string>>, request: Request): Pair[] =>
  Object.entries(names).map(([field, name]) => [name, linkTextOf(request[field])]);

/** Joins the fields of an entry with colons and omits empty fields at the end. */
export function joinFields(entry: unknown, paths: readonly string[]): string {
  const texts = paths.map((path) =>
    linkTextOf(path.split('.').reduce((value: unknown, field) => recordOf(value)[field], entry)),
  );
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join(':');
}

/** Colons are legal in a query and a fragment, and easier to read. */
export const textOfPairs = (pairs: readonly Pair[]): string =>
  pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`)
    .join('&');
