import { countries } from 'contract/generated/countries.ts';

/**
 * Sorted by name, each with its ISO 3166-1 code and the digits that follow the `+` in its phone numbers. A country with
 * two codes has a second entry, such as `Kazakhstan 2`.
 */
export { countries };

const codes = new Map(countries.map(({ name, code }) => [name, code]));

const isoCodes = new Map(countries.map(({ name, iso }) => [name, iso]));

export function isoCodeOf(name: string): string | undefined {
  return isoCodes.get(name);
}

export function dialingCodeOf(name: string): string | undefined {
  return codes.get(name);
}
