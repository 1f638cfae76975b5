import { expect, test } from 'vitest';
import { overlayOf } from './dataset-figures.tsx';

const rates = {
  unit: 'per cent',
  series: [
    { date: '2020-03', value: 1 },
    { date: '2020-11', value: 2 },
  ],
};
const prices = {
  unit: 'dollars',
  series: [
    { date: '2020', value: 50 },
    { date: '2021', value: 75 },
  ],
};

test('amounts of different units are overlaid as indexes of the first common year', () => {
  expect(overlayOf({ ...rates, unit: 'pounds' }, prices)).toEqual({
    years: ['2020', '2021'],
    first: [100, null],
    second: [100, 150],
    baseYear: '2020',
  });
});

test.each(['per cent on the year before', 'percentage points on the year before'])(
  'percentages of different units, such as %s, are unchanged, because a base near zero makes any index',
  (unit) => {
    const changes = { unit, series: [{ date: '2020', value: -0.2 }] };
    expect(overlayOf(rates, changes)).toEqual({
      years: ['2020'],
      first: [2],
      second: [-0.2],
      baseYear: null,
    });
  },
);

test.each([
  [rates, prices],
  [prices, { ...rates, unit: 'percentage points on the quarter before' }],
])('a percentage and an amount have no common scale', (one, other) =>
  expect(overlayOf(one, other)).toBeNull(),
);

test('series of one unit are unchanged, each with the last value of a year', () => {
  expect(overlayOf(rates, { ...rates, series: [{ date: '2021', value: 3 }] })).toEqual({
    years: ['2020', '2021'],
    first: [2, null],
    second: [null, 3],
    baseYear: null,
  });
});

test('a value remains during the years without a change', () => {
  const changes = { unit: 'per cent', series: [{ date: '2018-03-01', value: 4 }], appliesUntil: '2020' };
  expect(overlayOf(changes, rates)).toMatchObject({ first: [4, 4, 4], second: [null, null, 2] });
});

test('series without a common year cannot be overlaid', () => {
  expect(overlayOf(rates, { ...prices, series: [{ date: '1990', value: 1 }] })).toBeNull();
});
