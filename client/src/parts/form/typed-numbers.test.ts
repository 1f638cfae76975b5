import { expect, test } from 'vitest';
import { groupedAmount, monthsOf, plainNumber } from './typed-numbers.ts';

test.each([
  ['$500,000', '500000'],
  [' A$1,234,567.89 ', '1234567.89'],
  ['AUD 10 000', '10000'],
  ['AUD $5', '5'],
  ['6.19%', '6.19'],
  ['6.19 % p.a.', '6.19'],
  ['6 pa', '6'],
  ['.5', '.5'],
  ['5.', '5'],
  ['0', '0'],
])('reads %j as the number %s', (input, number) => {
  expect(plainNumber(input)).toBe(number);
});

test.each(['', '1,5', '12,34', '5e3', '-1', 'abc', '$', '%', '1.2.3', '5,0000'])(
  'returns %j unchanged, which is not a number',
  (input) => {
    expect(plainNumber(input)).toBe(input);
  },
);

test.each([
  ['30', '360'],
  ['30y', '360'],
  ['30 years', '360'],
  ['2.5 years', '30'],
  ['2y 6m', '30'],
  ['2 years and 6 months', '30'],
  ['18 months', '18'],
  ['1m', '1'],
  ['0', '0'],
  ['1.1', '13.2'],
])('reads %j as %s months', (input, months) => {
  expect(monthsOf(input, 'years')).toBe(months);
});

test('reads a number without a unit as months if the unit is months', () => {
  expect(monthsOf('360', 'months')).toBe('360');
  expect(monthsOf('30y', 'months')).toBe('360');
});

test.each(['', 'soon', '30 days', '-1', '-1y'])('returns %j unchanged, which is not a duration', (input) => {
  expect(monthsOf(input, 'years')).toBe(input);
});

test.each([
  ['500000', '500,000'],
  ['$1234567.8', '1,234,567.8'],
  ['999', '999'],
  ['0.1234', '0.1234'],
  ['abc', 'abc'],
  ['', ''],
])('groups the thousands of %j as %j', (input, grouped) => expect(groupedAmount(input)).toBe(grouped));
