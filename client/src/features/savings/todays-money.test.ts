import { expect, test } from 'vitest';
import { todaysMoney } from './todays-money.ts';

test.each([
  [1000, '2.5', 1, 975.61],
  [1000, '0', 30, 1000],
  [1000, '.5', 2, 990.07],
  [9_999_999_999_999.99, '0.000001', 50, 9_999_995_000_001.26],
  // 1.1 at 10 % is exactly 1; 0.11 at 20 % lies at 0.091666….
  [1.1, '10', 1, 1],
  [0.11, '20', 1, 0.09],
  // A tie: 0.03 at 20 % is 0.025.
  [0.03, '20', 1, 0.03],
])('%d at %s percent after %i years is %d today', (amount, inflation, years, today) => {
  expect(todaysMoney(amount, inflation, years)).toBe(today);
});
