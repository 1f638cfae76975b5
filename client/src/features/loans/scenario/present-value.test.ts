import { expect, test } from 'vitest';
import { presentValue } from './present-value.ts';
import { noRowFees } from './row-fees.ts';

const result = {
  amortization_schedule: Array.from({ length: 24 }, (_, index) => ({
    period: index + 1,
    payment_amount: 100,
  })),
} as unknown as Parameters<typeof presentValue>[0];

test('without inflation the amount in today’s money equals the amount paid, with fees', () => {
  expect(presentValue(result, 12, 0, { upfront: 50, rows: Array<number>(24).fill(1) })).toBeCloseTo(2474, 8);
});

test('a payment in two years is discounted by the inflation of two years', () => {
  const last = { amortization_schedule: result.amortization_schedule.slice(-1) };
  expect(presentValue(last, 12, 10, noRowFees)).toBeCloseTo(100 / 1.21, 10);
});
