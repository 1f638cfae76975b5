import { expect, test } from 'vitest';
import { payOffMonth, payOffText } from './pay-off.ts';

const today = '2026-01-31';

test('the last payment of a loan without a start date is counted from today', () => {
  const loan = { date: null, today };
  expect(payOffMonth({ ...loan, payments: 360, frequency: 'monthly' })).toBe('Jan 2056');
  expect(payOffMonth({ ...loan, payments: 1, frequency: 'monthly' })).toBe('Feb 2026');
  expect(payOffMonth({ ...loan, payments: 2, frequency: 'fortnightly' })).toBe('Feb 2026');
  expect(payOffMonth({ ...loan, payments: 9, frequency: 'weekly' })).toBe('Apr 2026');
});

test('the last payment of a loan with a start date has its date', () => {
  const loan = { payments: 240, frequency: 'monthly', date: '2046-01-01' } as const;
  expect(payOffMonth({ ...loan, today })).toBe('Jan 2046');
  expect(payOffText(loan)).toBe('20 years, on 1 Jan 2046');
});
