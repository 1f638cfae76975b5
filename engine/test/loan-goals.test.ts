import { goalStand } from 'engine/followed-loans/loan-goals.ts';
import { expect, test } from 'vitest';

test.each([
  ['pay_off', 0, 1, 0, 99.99],
  ['pay_off', 0, 0, 0, 100],
  ['owe_below', 5_000_000, 5_000_001, 0, 99.99],
  ['owe_below', 5_000_000, 5_000_000, 0, 100],
  ['offset_above', 2_500_000, 0, 2_499_999, 99.99],
  ['offset_above', 2_500_000, 0, 2_500_000, 100],
] as const)(
  'a goal to %s of %i cents with %i owed and %i in the offset accounts is %d per cent reached',
  (kind, amount, owedCents, offsetCents, percent) => {
    const { progressPercent } = goalStand({ kind, amount: amount as never }, 50_000_000, {
      owedCents,
      offsetCents,
    });
    expect(progressPercent).toBe(percent);
  },
);
