import { countries as countriesList } from 'countries-list';
import metadata from 'libphonenumber-js/metadata.max.json';
import { describe, expect, it } from 'vitest';
import { countries, dialingCodeOf } from './countries.ts';

const isoCodes = new Map(Object.entries(countriesList).map(([iso, { name }]) => [name, iso]));
const isoOf = (name: string) => isoCodes.get(name) ?? isoCodes.get(name.replace(/ \d$/, '')) ?? '';

/**
 * The metadata of each country in libphonenumber: element 0 is the calling code, and element 10 a pattern of the leading
 * digits that distinguish the country from others with the same calling code.
 */
const countryMetadata = metadata.countries as unknown as Record<string, (string | 0)[]>;

/** Whether phone numbers of the country begin with `code`: its calling code, with or without leading digits. */
function isCodeOf(iso: string, code: string): boolean {
  const callingCode = String(countryMetadata[iso]?.[0]);
  if (!code.startsWith(callingCode)) return false;
  const rest = code.slice(callingCode.length);
  return rest === '' || new RegExp(`^(${countryMetadata[iso]?.[10]})`).test(rest.padEnd(3, '0'));
}

/** The codes of territories that libphonenumber omits, because they share the phone numbers of another country. */
const sharedCodes: Record<string, string> = {
  Antarctica: '672',
  'Bouvet Island': '47',
  'French Southern Territories': '262',
  'Heard Island and McDonald Islands': '61',
  'Pitcairn Islands': '64',
  'South Georgia and the South Sandwich Islands': '500',
  'U.S. Minor Outlying Islands': '1',
};

describe('countries', () => {
  it('contains 256 different names in alphabetical order', () => {
    const names = countries.map(({ name }) => name);
    expect(names).toHaveLength(256);
    expect(new Set(names).size).toBe(256);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('contains every country of countries-list', () => {
    expect(Object.values(countriesList).filter(({ name }) => !dialingCodeOf(name))).toEqual([]);
  });

  it('adds a number to the names of further codes of a country', () => {
    expect(['Kazakhstan', 'Kazakhstan 2', 'Kosovo', 'Kosovo 2'].map(dialingCodeOf)).toEqual([
      '7',
      '77',
      '383',
      undefined,
    ]);
    expect(countries.filter(({ name }) => / \d$/.test(name)).map(({ name }) => name)).toEqual([
      'Dominican Republic 2',
      'Dominican Republic 3',
      'Kazakhstan 2',
      'Puerto Rico 2',
    ]);
  });

  it('contains codes with which phone numbers of the country begin, according to libphonenumber', () => {
    const deviations = countries.filter(({ name, code }) => !isCodeOf(isoOf(name), code));
    expect(Object.fromEntries(deviations.map(({ name, code }) => [name, code]))).toEqual(sharedCodes);
  });

  it('contains no code for an unknown name', () => {
    expect(['', 'kazakhstan', 'Atlantis', 'constructor'].map(dialingCodeOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
