import { expect, test } from 'vitest';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import { readFragment } from './scenario-link.ts';
import { optionContent, optionRows } from './option-contents.ts';

const contentsOf = (fragment: string) => {
  const { options } = readFragment(`#what-if&${fragment}`);
  return Object.fromEntries(
    optionRows.map(({ name, title }) => [title, optionContent(name, options)]).filter(([, text]) => text),
  );
};

test('the content of a row without values is empty', () => {
  for (const { name } of optionRows) expect(optionContent(name, emptyScenario)).toBe('');
});

test('the content of a row lists its values', () => {
  expect(contentsOf('extra=200&lump=20000:24&rate_from=6.5:37&offset=30000:500&fees=600:10:395')).toEqual({
    'Extra repayments': '$200 a month',
    'Lump sums': '$20,000 with payment 24',
    'Rate changes': '6.5% from payment 37',
    'Offset account and fees':
      '$30,000 in the offset account, $500 more each payment, $600 upfront fee, $10 fee a payment, $395 fee a year',
  });
  expect(
    contentsOf(
      'payments=fortnightly&basis=half_monthly&interest_only=12&balloon=10000&start=2026-01-31&days=actual_365&inflation=3',
    ),
  ).toEqual({
    Payments: 'fortnightly, half of the monthly payment, 12 interest-only, balloon of $10,000',
    'Dates and assumptions': 'from 31 Jan 2026, Actual/365, inflation 3%',
  });
});

test('the content of a row with several entries names the first entry and the number of the others', () => {
  expect(contentsOf('payments=weekly&extra=50.5:13:60&extra=10&extra=20')).toMatchObject({
    'Extra repayments': '$50.50 a week, payments 13 to 60, and 2 more',
  });
});
