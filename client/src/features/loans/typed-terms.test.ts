import { describe, expect, test } from 'vitest';
import { readAmount, readDuration, readRate } from './typed-terms.ts';

describe('an amount', () => {
  test.each([
    ['500000', '500000'],
    [' 1000.00 ', '1000.00'],
    ['$500,000', '500000'],
    ['A$ 1,234,567.89', '1234567.89'],
    ['AUD 500 000', '500000'],
    ['$.5', '.5'],
    ['-5', '-5'],
  ])('`%s` is read as %s', (typed, read) => expect(readAmount(typed)).toBe(read));

  test.each(['1,50', '1,0000', '12,34,567', '$', 'abc', '$abc', '1e3', '', '1 2'])(
    '`%s` stays as typed, for the validation to refuse',
    (typed) => expect(readAmount(typed)).toBe(typed),
  );
});

describe('a duration', () => {
  test.each([
    ['360', '360'],
    ['30 years', '360'],
    ['30y', '360'],
    ['30 yrs', '360'],
    ['1 year', '12'],
    ['2.5 years', '30'],
    ['2 years 6 months', '30'],
    ['2y6m', '30'],
    ['360 months', '360'],
    ['18 mths', '18'],
  ])('`%s` is read as %s months', (typed, read) => expect(readDuration(typed)).toBe(read));

  test.each(['', 'years', '2.13 years', '30 days', '-1 year', '1,5 years'])('`%s` stays as typed', (typed) =>
    expect(readDuration(typed)).toBe(typed),
  );
});

test.each([
  ['6.19%', '6.19'],
  ['6.19 % p.a.', '6.19'],
  ['6 pa', '6'],
  ['.5', '.5'],
  ['abc%', 'abc%'],
  ['', ''],
])('the rate `%s` is read as `%s`', (typed, read) => expect(readRate(typed)).toBe(read));
