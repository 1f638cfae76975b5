import { expect, test } from 'vitest';
import { loanOptions } from './loan-command.ts';
import { readOptions, usageOf, wordsOf } from './options.ts';

const read = (line: string) => readOptions('loan', loanOptions, wordsOf(line).slice(1));

test('reads options with a space or an equals sign, in any order, with units', () => {
  expect(read('$ loan --rate=6.19% --years 30 --amount $500,000')).toEqual({
    values: { annual_interest_rate: '6.19', duration_months: '360', total_loan_amount: '500000' },
    problems: [],
  });
});

test('reads a value that contains spaces', () => {
  expect(read('loan --amount 500 000 AUD --years 2 years 6 months --rate 6 per cent').values).toEqual({
    total_loan_amount: '500000',
    duration_months: '30',
    annual_interest_rate: '6',
  });
});

test.each([
  ['loan --foo 1', 'loan has no option --foo.'],
  ['loan 500000', '"500000" belongs to no option.'],
  ['loan --amount', '--amount needs a value.'],
  ['loan --amount --rate 6', '--amount needs a value.'],
  ['loan --compounding weekly', '--compounding is monthly or daily or yearly, not "weekly".'],
  ['loan --years 1 --months 2', '--months repeats a value that is already set.'],
  ['loan --amount 1 --rate 6', 'loan needs --years or --months.'],
  ['loan --extra 10% --amount $40,000', '--extra: Dollars, not per cent: 10 % of $40,000 is $4,000'],
  ['loan --extra 10 per cent', '--extra: Dollars, not per cent.'],
  ['loan --rate $6', '--rate: Per cent, not dollars: write 6 for 6 %'],
  ['loan --rate 6,19', '--rate: Use a point for decimals: 6.19'],
  ['loan --years 2,5', '--years: Use a point for decimals: 2.5'],
  ['loan --amount 1.234,56', '--amount: Use a point for decimals: 1,234.56'],
  ['loan --amount 500.000', '--amount: Did you mean 500,000 or 500?'],
  ['loan', 'loan needs --amount.'],
])('reports for %j the problem %j', (line, problem) => {
  expect(read(line).problems[0]).toBe(problem);
});

test('the usage names every option, with optional ones in brackets', () => {
  expect(usageOf('loan', loanOptions)).toBe(
    'loan --amount AUD (--years N | --months N) --rate PERCENT [--extra AUD] [--compounding WORD]',
  );
});
