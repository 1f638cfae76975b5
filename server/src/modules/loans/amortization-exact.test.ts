import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactAmortization } from '#test/exact-amortization.ts';
import { crampedLoan, hardLoan } from '#test/loan-arbitraries.ts';
import { exactLoan } from './amortization-exact.ts';

// The engine asks for these figures only where its doubles are undecided; here each is asked for always.

const withInterest = hardLoan.filter((terms) => terms.annualRateMillionths > 0);
const offTheRoundedPath = crampedLoan.filter(
  (terms) => terms.annualRateMillionths > 0 && exactAmortization(terms).followsUnroundedPath,
);

test('payment, first interest and effective rate are exact for any loan with interest', () => {
  fc.assert(
    fc.property(withInterest, (terms) => {
      const exact = exactLoan(terms);
      const reference = exactAmortization(terms);
      expect(exact.paymentCents()).toBe(Number(reference.paymentCents));
      expect(exact.interestCents(terms.principalCents)).toBe(Number(reference.rows[0]?.[2]));
      expect(exact.rateUnits()).toBe(Number(reference.rateUnits));
    }),
    { numRuns: 200 },
  );
});

test('the unrounded path is exact in every cell, for every frequency', () => {
  fc.assert(
    fc.property(offTheRoundedPath, (terms) => {
      const rows = exactLoan(terms)
        .unroundedRows()
        .map((row) => [row.paymentCents, row.principalCents, row.interestCents, row.balanceCents]);
      expect(rows).toEqual(exactAmortization(terms).rows.map((row) => row.map(Number)));
    }),
    { numRuns: 100 },
  );
});
