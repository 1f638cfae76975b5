import { countries } from 'contract/generated/countries.ts';

/**
 * Sorted by name, each with the digits that follow the `+` in its phone numbers. A country with two codes
 * has a second entry, such as `Kazakhstan 2`.
 */
export { countries };

const codes = new Map(countries.map(({ name, code }) => [name, code]));

export function dialingCodeOf(name: string): string | undefined {
  return codes.get(name);
}
