import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactAmortization } from '#test/exact-amortization.ts';
import { crampedLoan, hardLoan } from '#test/loan-arbitraries.ts';
import { exactInterest, exactPayment, exactRateUnits, exactUnroundedRows } from './amortization-exact.ts';

// The engine asks for these figures only where its doubles are undecided; here each is asked for always.

const withInterest = hardLoan.filter((terms) => terms.annualRateMillionths > 0);
const crampedWithInterest = crampedLoan.filter((terms) => terms.annualRateMillionths > 0);

test('payment, first interest and effective rate are exact for any loan with interest', () => {
  fc.assert(
    fc.property(withInterest, (terms) => {
      const loan = { terms, growth: undefined };
      const reference = exactAmortization(terms);
      expect(exactPayment(loan)).toBe(Number(reference.paymentCents));
      expect(exactInterest(loan, terms.principalCents)).toBe(Number(reference.rows[0]?.[2]));
      expect(exactRateUnits(loan)).toBe(Number(reference.rateUnits));
    }),
    { numRuns: 100 },
  );
});

test('the unrounded path is exact in every cell, for every frequency', () => {
  fc.assert(
    fc.property(crampedWithInterest, (terms) => {
      const reference = exactAmortization(terms);
      fc.pre(reference.followsUnroundedPath);
      const rows = exactUnroundedRows({ terms, growth: undefined }).map((row) => [
        row.paymentCents,
        row.principalCents,
        row.interestCents,
        row.balanceCents,
      ]);
      expect(rows).toEqual(reference.rows.map((row) => row.map(Number)));
    }),
    { numRuns: 50 },
  );
});
