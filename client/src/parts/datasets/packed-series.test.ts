import { addDays, periodOf } from 'contract/datasets/dataset-dates.ts';
import { datasetFrequencies } from 'contract/datasets/datasets.constants.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packSeries, unpackSeries } from './packed-series.ts';

const days = fc.uniqueArray(fc.integer({ min: -40_000, max: 20_000 }), { maxLength: 50 });
const value = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, decimals]) => digits / 10 ** decimals);

test('a packed series has the dates and values of its dataset, for random series', () => {
  fc.assert(
    fc.property(fc.constantFrom(...datasetFrequencies), days, fc.func(value), (frequency, list, valueOf) => {
      const dates = new Set(
        list
          .toSorted((one, other) => one - other)
          .map((day) => periodOf(frequency, addDays('1970-01-01', day))),
      );
      const series = Array.from(dates, (date) => ({ date, value: valueOf(date) }));
      const packed = packSeries(frequency, series);
      expect('days' in packed).toBe(true);
      expect('days' in packed && unpackSeries(frequency, packed)).toEqual(series);
    }),
    { numRuns: 300, seed: 20261128 },
  );
});

test('a series whose sums would not be exact stays as it is', () => {
  const series = [
    { date: '2023', value: 1_692_956_646_856.123 },
    { date: '2024', value: 0.000_123_4 },
  ];
  expect(packSeries('annual', series)).toBe(series);
});
