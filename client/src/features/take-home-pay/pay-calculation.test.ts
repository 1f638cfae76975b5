import { expect, it } from 'vitest';
import { calculatePay } from './pay-calculation.ts';
import { payRequest } from './pay-terms.ts';

const payOf = (raise: string, salary_sacrifice = '') => {
  const terms = {
    income: '85000.10',
    period: 'yearly',
    raise,
    income_year: '2025-26',
    salary_sacrifice,
    standard_deduction: '',
    compare_year: '',
    study_loan: '',
  };
  return calculatePay(payRequest(terms), terms);
};

it.each([
  ['4%', 88_400.1],
  ['4 % a year', 88_400.1],
  ['4 per cent', 88_400.1],
  ['4pc', 88_400.1],
  ['.5%', 85_425.1],
  ['$5,000.20', 90_000.3],
  ['5k', 90_000.1],
  ['-5000', 80_000.1],
  ['−$5,000', 80_000.1],
  ['-5%', 80_750.1],
])('a raise of %j gives a pay of %d', (raise, income) => {
  expect(payOf(raise).raised?.gross_income).toBe(income);
});

it.each(['', '0', '0%', '-0'])('a pay with a raise of %j is not compared', (raise) => {
  expect(payOf(raise)).not.toHaveProperty('raised');
});

const notUnderstood = 'Enter an amount or per cent, such as 5,000 or 4%.';

it.each([
  ['a lot', notUnderstood],
  ['--5000', notUnderstood],
  ['-85000.11', 'A cut must be at most the pay.'],
  ['-101%', 'A cut must be at most the pay.'],
  ['1e5', notUnderstood],
  ['0x10', notUnderstood],
  ['Infinity', notUnderstood],
  ['5%%', notUnderstood],
  ['1.500', 'Did you mean 1,500 or 1.5?'],
  ['1.234.567', 'Use commas for thousands: 1,234,567'],
  ['4,5%', 'Use a point for decimals: 4.5'],
  ['5,000.005', 'Must have at most 2 decimals.'],
  ['2,000,000,000', 'Must be at most 1,000,000,000.'],
  ['2000000%', 'Must be at most 1,000,000,000.'],
])('a raise of %j is refused at its field, not as a failed calculation', (raise, message) => {
  expect(() => payOf(raise)).toThrow(expect.objectContaining({ details: { raise: [message] } }));
});

it('a cut below the salary sacrifice is refused at its field', () => {
  expect(payOf('-5000', '80000.10').raised?.gross_income).toBe(80_000.1);
  expect(() => payOf('-5000.01', '80000.10')).toThrow(
    expect.objectContaining({ details: { raise: ['The pay after a cut must cover the salary sacrifice.'] } }),
  );
});
