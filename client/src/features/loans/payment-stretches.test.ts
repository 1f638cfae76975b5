import { expect, test } from 'vitest';
import { paymentText, ratesText, shortPaymentText, stretchesOf } from './payment-stretches.ts';
import type { ScheduleRow } from './schedule/schedule-years.ts';

const rowsOf = (...payments: [payment: number, percent?: number, extra?: number][]): ScheduleRow[] =>
  payments.map(([payment_amount, annual_interest_rate = 6, extra_paid = 0], index) => ({
    period: index + 1,
    payment_amount,
    principal_paid: 0,
    interest_paid: 0,
    remaining_balance: 0,
    annual_interest_rate,
    extra_paid,
  }));

test('a level payment is one amount, despite the rounding of the last payment and extra repayments', () => {
  const rows = rowsOf([600, 6, 100], [500], [500.01]);
  expect(paymentText(stretchesOf(rows))).toBe('$500.00');
});

test('each amount is named with the number of its payments', () => {
  const rows = rowsOf([250], [250], [400], [500, 7], [500, 7]);
  expect(paymentText(stretchesOf(rows, 2))).toBe(
    '$250.00 for 2 payments, then $400.00 for 1 payment, then $500.00',
  );
  expect(shortPaymentText(stretchesOf(rows, 2))).toBe('$250.00, then $400.00');
});

test('falling interest during an interest-only period is a range', () => {
  expect(paymentText(stretchesOf(rowsOf([250], [240], [400], [400]), 2))).toBe(
    '$240.00 to $250.00 for 2 payments, then $400.00',
  );
});

test('a balloon is a payment of its own', () => {
  expect(paymentText(stretchesOf(rowsOf([250], [250], [9000])))).toBe(
    '$250.00 for 2 payments, then $9,000.00',
  );
});

test('a long list of amounts ends with the number of the others and the largest', () => {
  const rows = rowsOf([100, 1], [200, 2], [500, 3], [400, 4]);
  expect(paymentText(stretchesOf(rows))).toBe(
    '$100.00 for 1 payment, then $200.00 for 1 payment, then 2 other amounts of up to $500.00',
  );
});

test('a sentence contains each rate without trailing zeros', () => {
  expect(ratesText(rowsOf([100]), 6)).toBe('6% a year');
  expect(ratesText(rowsOf([100], [100, 7.25]), 6)).toBe('6% a year, 7.25% from payment 2');
  expect(ratesText(rowsOf([1, 1], [1, 2], [1, 5], [1, 4], [1, 3]), 1)).toBe(
    '1% a year, 2% from payment 2, then 3 other rates of up to 5%',
  );
});
