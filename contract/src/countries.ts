import { countries } from './generated/countries.ts';

/**
 * Country and territory names with the digits that their phone numbers begin with after the `+`, sorted by name.
 * A name with two codes is there once for each, from the second on with a number: `Kazakhstan 2`.
 */
export { countries };

const codes = new Map(countries.map(({ name, code }) => [name, code]));

/** The code of a name in the table; undefined for any other. */
export function dialingCodeOf(name: string): string | undefined {
  return codes.get(name);
}
