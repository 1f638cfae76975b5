import * as fc from 'fast-check';
import { finish } from 'engine/slices.ts';
import { expect, it } from 'vitest';
import { borrowingPowerCents, largestRepaymentCents } from 'engine/calculators/borrowing-power.ts';
import { inTodaysCents, savingsRows, solveDeposit } from 'engine/calculators/savings.ts';

const amountCents = fc.oneof(
  fc.integer({ min: 0, max: 14_000_000 }).map((x) => Math.round(10 ** (x / 1e6))),
  fc.integer({ min: 0, max: 10_000 }),
);
const rateMillionths = fc.oneof(
  fc.integer({ min: 0, max: 120 }).map((quarters) => quarters * 250_000),
  fc.integer({ min: 0, max: 30_000_000 }),
);
const months = fc.integer({ min: 1, max: 600 });

it('savingsRows adds the interest of each month, rounded half up, and then the deposit', () => {
  fc.assert(
    fc.property(
      amountCents,
      amountCents,
      months,
      rateMillionths,
      (openingCents, depositPerMonthCents, n, rate) => {
        const rows = savingsRows({
          openingCents,
          depositPerMonthCents,
          months: n,
          annualRateMillionths: rate,
        });
        let balance = BigInt(openingCents);
        for (const { depositCents, interestCents, balanceCents } of rows) {
          const interest = (2n * balance * BigInt(rate) + 1_200_000_000n) / 2_400_000_000n;
          balance += interest + BigInt(depositPerMonthCents);
          expect([depositCents, interestCents, balanceCents].map(BigInt)).toEqual([
            BigInt(depositPerMonthCents),
            interest,
            balance,
          ]);
        }
        if (rows.length === n) return;
        const next = balance + (2n * balance * BigInt(rate) + 1_200_000_000n) / 2_400_000_000n;
        expect(next + BigInt(depositPerMonthCents)).toBeGreaterThan(10n ** 15n);
      },
    ),
  );
});

it('solveDeposit finds the smallest deposit that reaches the target, to the cent', () => {
  fc.assert(
    fc.property(amountCents, amountCents, months, rateMillionths, (openingCents, targetCents, n, rate) => {
      const terms = { openingCents, months: n, annualRateMillionths: rate };
      const depositCents = finish(solveDeposit(terms, Math.max(targetCents, 1)));
      const finalCents = (deposit: number) =>
        savingsRows({ ...terms, depositPerMonthCents: deposit }).at(-1)?.balanceCents ?? 0;
      if (depositCents === 0) return;
      expect(finalCents(depositCents)).toBeGreaterThanOrEqual(targetCents);
      expect(finalCents(depositCents - 1)).toBeLessThan(Math.max(targetCents, 1));
    }),
  );
});

it.each([
  [1000, 2_500_000, 1, 975.61],
  [1000, 0, 30, 1000],
  [1000, 500_000, 2, 990.07],
  [9_999_999_999_999.99, 1, 50, 9_999_995_000_001.26],
  // 1.1 at 10 % is exactly 1; 0.11 at 20 % lies at 0.091666….
  [1.1, 10_000_000, 1, 1],
  [0.11, 20_000_000, 1, 0.09],
  // A tie: 0.03 at 20 % is 0.025.
  [0.03, 20_000_000, 1, 0.03],
])('%d at %d millionths of a percent after %i years is %d today', (amount, inflation, years, today) => {
  expect(inTodaysCents(Math.round(100 * amount), inflation, 12 * years) / 100).toBe(today);
});

it('inTodaysCents divides by whole years of inflation exactly, rounding ties up: 18 cents after two years at 20 % are 12.5', () => {
  expect(inTodaysCents(18, 20_000_000, 24)).toBe(13);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 15 }),
      fc.integer({ min: 0, max: 20_000_000 }),
      fc.integer({ min: 1, max: 50 }),
      (balanceCents, inflation, years) => {
        const numerator = BigInt(balanceCents) * 100_000_000n ** BigInt(years);
        const denominator = (100_000_000n + BigInt(inflation)) ** BigInt(years);
        const expected = (2n * numerator + denominator) / (2n * denominator);
        expect(BigInt(inTodaysCents(balanceCents, inflation, 12 * years))).toBe(expected);
      },
    ),
  );
});

it('largestRepaymentCents finds the largest repayment whose loan does not exceed the amount, to the cent', () => {
  fc.assert(
    fc.property(amountCents, months, rateMillionths, (cents, n, annualRateMillionths) => {
      const terms = {
        repaymentCents: 1,
        durationMonths: Math.max(n, 2),
        annualRateMillionths,
        compounding: 'monthly',
        paymentFrequency: 'weekly',
      } as const;
      const largest = largestRepaymentCents(terms, cents);
      expect(borrowingPowerCents({ ...terms, repaymentCents: largest })).toBeLessThanOrEqual(BigInt(cents));
      expect(borrowingPowerCents({ ...terms, repaymentCents: largest + 1 })).toBeGreaterThan(BigInt(cents));
    }),
  );
});
