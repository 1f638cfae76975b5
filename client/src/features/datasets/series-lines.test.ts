import { expect, it, test } from 'vitest';
import { lineOf, monthEndValues } from './series-lines.ts';

it.each(['on change', 'monthly'] as const)(
  'a series (%s) that is not loaded yet is described by its title alone',
  (frequency) => {
    const facts = {
      title: 'Cash rate target',
      frequency,
      unit: 'per cent a year',
      decimals: null,
      last: '2026-10',
    };
    expect(lineOf(facts, []).text).toBe('Cash rate target');
  },
);

test('changes become evenly spaced months, each with the value at its end', () => {
  const changes = [
    { date: '2019-11-06', value: 0.75 },
    { date: '2020-03-04', value: 0.5 },
    { date: '2020-03-20', value: 0.25 },
  ];
  expect(monthEndValues(changes, '2020-05-20')).toEqual([
    { date: '2019-11', value: 0.75 },
    { date: '2019-12', value: 0.75 },
    { date: '2020-01', value: 0.75 },
    { date: '2020-02', value: 0.75 },
    { date: '2020-03', value: 0.25 },
    { date: '2020-04', value: 0.25 },
    { date: '2020-05', value: 0.25 },
  ]);
});

test('without changes there are no months', () => {
  expect(monthEndValues([], '2020-05')).toEqual([]);
});
