import { expect, test } from 'vitest';
import { loanSinceUrl } from './loan-since.tsx';

const series = [
  { date: '1990-01-23', value: 17.25 },
  { date: '1990-02-15', value: 16.75 },
  { date: '1990-04-04', value: 15.25 },
  { date: '1990-04-20', value: 15 },
  { date: '1993-01-01', value: 5 },
];

test('each change of the cash rate changes the rate of the loan, the last one of a month counts, until the loan ends', () => {
  const terms = { amount: '100000', years: 2, margin: 2.5, startYear: 1990 };
  expect(loanSinceUrl({ series, vintage: '0123456789ab' }, terms)).toBe(
    '/finance/loan-calculator?amount=100000&months=24&rate=19.75&compounding=monthly' +
      '#what-if&rate_from=19.25:2&rate_from=17.5:4&start=1990-02-01&rates_from=0123456789ab',
  );
});

test('there is no loan before the series begins', () => {
  expect(
    loanSinceUrl({ series, vintage: '0123456789ab' }, { amount: '1', years: 1, margin: 0, startYear: 1989 }),
  ).toBeNull();
});
