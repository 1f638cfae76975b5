import { expect, it } from 'vitest';
import { datasetsFolder } from '#root-folders.ts';
import { hashFigures, vintageName } from './dataset-csv.ts';
import { readReleaseDatasets } from './release-files.ts';

/** The names of the vintages, computed from the publishers' figures apart from this code. A newer file has a newer name. */
const names: Readonly<Record<string, string>> = {
  'audusd-month-end': '3b13228a8900',
  'audusd-monthly': '449a83e85c1c',
  'cpi-monthly': 'd72755ffe7e5',
  'cpi-quarterly': 'e7d4a50f4d5c',
  'gdp-australia': '0a647c4e7ef6',
  'income-tax-residents': '39d8810838b6',
  'inflation-australia': '0b3362019085',
  'lending-discounted-variable': 'f1f79f0d3bff',
  'lending-investor-new': 'c3a25daf0f60',
  'lending-investor-new-io': 'eb4e5bb4fef4',
  'lending-investor-new-pi': 'eee167d581bb',
  'lending-investor-new-variable': 'c18bbe3a6376',
  'lending-investor-outstanding': 'd0aec261e93a',
  'lending-owner-new': '4ececc30f62d',
  'lending-owner-new-fixed-3y': '9d80331e7bcd',
  'lending-owner-new-io': 'ed79b13e0685',
  'lending-owner-new-pi': 'fc7f83a001cd',
  'lending-owner-new-variable': 'f9432449ab37',
  'lending-owner-outstanding-variable': '83b3dbc0446c',
  'lending-standard-variable': '672bf7abffb5',
  'rba-cash-rate-changes': 'ffff34d45c4b',
  'unemployment-rate': '8fac0ae6807b',
  'wage-price-index': '94d1fa644222',
};

it('every dataset of the release has figures, and each is that of its source', () => {
  const shipped = [...readReleaseDatasets(datasetsFolder).values()].map(({ slug, about, figures }) => [
    slug,
    figures && vintageName(hashFigures(figures, about.frequency)),
  ]);
  expect(Object.fromEntries(shipped)).toEqual(names);
});
