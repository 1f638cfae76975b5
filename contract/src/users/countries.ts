import { countries } from 'contract/generated/countries.ts';

/**
 * Sorted by name, each with its ISO 3166-1 code and the digits that follow the `+` in its phone numbers. A country with
 * two codes has a second entry, such as `Kazakhstan 2`.
 */
export { countries };

const byName = new Map(countries.map((country) => [country.name, country]));

export const isoCodeOf = (name: string): string | undefined => byName.get(name)?.iso;

export const dialingCodeOf = (name: string): string | undefined => byName.get(name)?.code;
