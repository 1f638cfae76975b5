import { describe, expect, test } from 'vitest';
import { groupedAmount, readAmount, readMonths, readPayments, readRate } from './typed-numbers.ts';

describe('an amount', () => {
  test.each([
    ['$500,000', '500000'],
    [' A$1,234,567.89 ', '1234567.89'],
    ['AU$500,000', '500000'],
    ['AU $500,000', '500000'],
    ['AUD 10 000', '10000'],
    ['AUD $5', '5'],
    ['500,000 AUD', '500000'],
    ['500,000AUD', '500000'],
    ['$500,000 AUD', '500000'],
    ['500 dollars', '500'],
    ['500\u00A0000', '500000'],
    ['500\u202F000.50', '500000.50'],
    ['500\u2009000', '500000'],
    ['\u200E$500,000\u200B', '500000'],
    ['５００，０００', '500000'],
    ['＄１．５', '1.5'],
    ['500k', '500000'],
    ['500 K', '500000'],
    ['$1.2m', '1200000'],
    ['AUD 1.2 million', '1200000'],
    ['1.2345678m', '1234567.8'],
    ['.5m', '500000'],
    ['0.5k AUD', '500'],
    ['1,200k', '1200000'],
    ['2 thousand', '2000'],
    ['1.25bn', '1250000000'],
    ['.5', '.5'],
    ['5.', '5'],
    ['0', '0'],
    ['0.500', '0.500'],
    ['1000.000', '1000.000'],
    ['12.345', '12.345'],
    ['', ''],
  ])('is read from %j as %s', (text, value) => {
    expect(readAmount(text)).toEqual({ value });
  });

  test.each([
    '1 5',
    '12,34,567',
    '5e3',
    '-1',
    'abc',
    '$',
    '1.2.3',
    '300 a fortnight',
    '90000 p.a.',
    '€5',
    '5²',
  ])('is not read from %j, which stays as it is', (text) => {
    expect(readAmount(text)).toEqual({ value: text });
  });

  test.each([
    ['6,19', '6.19'],
    ['0,5', '0.5'],
    [',5', '0.5'],
    ['12,34', '12.34'],
    ['1.234,56', '1,234.56'],
    ['1 234,56', '1,234.56'],
    ['$1.234.567,89', '1,234,567.89'],
    ['500000,5', '500,000.5'],
    ['1,2m', '1.2m'],
    ['5,0000', '5.0000'],
  ])('with the decimal comma %j is refused', (text, suggestion) => {
    expect(readAmount(text)).toEqual({ value: text, refusal: `Use a point for decimals: ${suggestion}` });
  });

  test('with points between the thousands is refused', () => {
    expect(readAmount('1.234.567')).toEqual({
      value: '1.234.567',
      refusal: 'Use commas for thousands: 1,234,567',
    });
  });

  test.each([
    ['500.000', 'Did you mean 500,000 or 500?'],
    ['$500.000', 'Did you mean 500,000 or 500?'],
    ['500.000 AUD', 'Did you mean 500,000 or 500?'],
    ['1.500', 'Did you mean 1,500 or 1.5?'],
    ['12.340', 'Did you mean 12,340 or 12.34?'],
  ])('%j is asked back', (value, refusal) => {
    expect(readAmount(value)).toEqual({ value, refusal });
  });

  test.each([
    ['30%', 40_000, 'Dollars, not per cent: 30 % of $40,000 is $12,000'],
    ['10 per cent', 90_000, 'Dollars, not per cent: 10 % of $90,000 is $9,000'],
    ['12.5percent', 100, 'Dollars, not per cent: 12.5 % of $100 is $12.50'],
    ['５％', 100, 'Dollars, not per cent: 5 % of $100 is $5'],
    ['5% p.a.', 100, 'Dollars, not per cent: 5 % of $100 is $5'],
    ['5%', Number.NaN, 'Dollars, not per cent.'],
    ['%', 100, 'Dollars, not per cent.'],
    ['ten %', 100, 'Dollars, not per cent.'],
  ])('is not the percentage %j', (value, whole, refusal) => {
    expect(readAmount(value, whole)).toEqual({ value, refusal });
  });
});

describe('a rate', () => {
  test.each([
    ['6.19%', '6.19'],
    ['6.19 % p.a.', '6.19'],
    ['6.19 per cent', '6.19'],
    ['6.19 percent', '6.19'],
    ['6.19 per cent a year', '6.19'],
    ['6.19pc', '6.19'],
    ['6 pa', '6'],
    ['6.190', '6.190'],
    ['６．１９％', '6.19'],
    ['6.19\u00A0%', '6.19'],
    ['5.', '5'],
    ['.5', '.5'],
    ['', ''],
  ])('is read from %j as %s', (text, value) => {
    expect(readRate(text)).toEqual({ value });
  });

  test.each(['abc', '%', '-1', '6.1.9', '5k', '6 % a month'])('is not read from %j', (value) => {
    expect(readRate(value)).toEqual({ value });
  });

  test.each([
    ['6,19', '6.19'],
    ['6,19 %', '6.19'],
    ['6,190', '6.190'],
    [',5', '0.5'],
  ])('with the decimal comma %j is refused', (value, suggestion) => {
    expect(readRate(value)).toEqual({ value, refusal: `Use a point for decimals: ${suggestion}` });
  });

  test.each([
    ['$6', 'Per cent, not dollars: write 6 for 6 %'],
    ['6 AUD', 'Per cent, not dollars: write 6 for 6 %'],
    ['A$6.5 p.a.', 'Per cent, not dollars: write 6.5 for 6.5 %'],
    ['$', 'Per cent, not dollars.'],
  ])('is not the amount %j', (value, refusal) => {
    expect(readRate(value)).toEqual({ value, refusal });
  });
});

describe('a duration', () => {
  test.each([
    ['30', '360'],
    ['30y', '360'],
    ['30 years', '360'],
    ['30\u00A0years', '360'],
    ['３０', '360'],
    ['2.5 years', '30'],
    ['2y 6m', '30'],
    ['2 years and 6 months', '30'],
    ['2 years, 6 months', '30'],
    ['18 months', '18'],
    ['1m', '1'],
    ['0', '0'],
    ['1.1', '13.2'],
  ])('is read from %j in years as %s months', (text, value) => {
    expect(readMonths(text, 'years')).toEqual({ value });
  });

  test('without a unit is in months if the unit is months', () => {
    expect(readMonths('360', 'months').value).toBe('360');
    expect(readMonths('30y', 'months').value).toBe('360');
  });

  test.each(['', 'soon', '30 days', '-1', '-1y'])('is not read from %j', (value) => {
    expect(readMonths(value, 'years')).toEqual({ value });
  });

  test.each([
    ['2,5', '2.5'],
    ['2,5 years', '2.5 years'],
  ])('with the decimal comma %j is refused', (value, suggestion) => {
    expect(readMonths(value, 'years')).toEqual({ value, refusal: `Use a point for decimals: ${suggestion}` });
  });

  test.each([
    ['60', '60'],
    ['5 years', '130'],
    ['18 months', '39'],
    ['soon', 'soon'],
  ])('%j is %s fortnightly payments', (text, value) => {
    expect(readPayments(text, (months) => Math.ceil((26 * months) / 12))).toEqual({ value });
  });
});

test.each([
  ['500000', '500,000'],
  ['$1234567.8', '1,234,567.8'],
  ['500k', '500,000'],
  ['999', '999'],
  ['0.1234', '0.1234'],
  ['500.000', '500.000'],
  ['30%', '30%'],
  ['abc', 'abc'],
  ['', ''],
])('groups the thousands of %j as %j', (input, grouped) => expect(groupedAmount(input)).toBe(grouped));
