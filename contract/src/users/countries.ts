import { countries } from 'contract/generated/countries.ts';

/**
 * Sorted by name, each with the digits that follow the `+` in its phone numbers. A country with two codes has a second
 * entry, such as `Kazakhstan 2`.
 */
export { countries };

const byName = new Map(countries.map((country) => [country.name, country]));

export const dialingCodeOf = (name: string): string | undefined => byName.get(name)?.code;
