import { countries as countriesList } from 'countries-list';
import metadata from 'libphonenumber-js/metadata.max.json';
import { describe, expect, it } from 'vitest';
import { countries, dialingCodeOf } from './countries.ts';

const isoCodes = new Map(Object.entries(countriesList).map(([iso, { name }]) => [name, iso]));
const isoOf = (name: string) => isoCodes.get(name) ?? isoCodes.get(name.replace(/ \d$/, '')) ?? '';

/**
 * Libphonenumber's packed facts of a country: its calling code comes first, the eleventh tells its numbers from others
 * under that code.
 */
const facts = metadata.countries as unknown as Record<string, (string | 0)[]>;

/** Whether phone numbers of the country begin with `code`: its calling code, or that with some digits of its own. */
function isCodeOf(iso: string, code: string): boolean {
  const callingCode = String(facts[iso]?.[0]);
  if (!code.startsWith(callingCode)) return false;
  const rest = code.slice(callingCode.length);
  return rest === '' || new RegExp(`^(${facts[iso]?.[10]})`).test(rest.padEnd(3, '0'));
}

/** Territories without phone numbers of their own, which libphonenumber leaves out: by the code they share. */
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
  it('has 256 different names, sorted', () => {
    const names = countries.map(({ name }) => name);
    expect(names).toHaveLength(256);
    expect(new Set(names).size).toBe(256);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('has every country of the list under its own name', () => {
    expect(Object.values(countriesList).filter(({ name }) => !dialingCodeOf(name))).toEqual([]);
  });

  it('numbers the further codes of one country', () => {
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

  it('gives each name a code that phone numbers there begin with, by libphonenumber', () => {
    const deviations = countries.filter(({ name, code }) => !isCodeOf(isoOf(name), code));
    expect(Object.fromEntries(deviations.map(({ name, code }) => [name, code]))).toEqual(sharedCodes);
  });

  it('knows no other name', () => {
    expect(['', 'kazakhstan', 'Atlantis', 'constructor'].map(dialingCodeOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
