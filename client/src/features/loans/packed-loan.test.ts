import * as fc from 'fast-check';
import { compoundingFrequencies } from 'contract/loans/loans.constants.ts';
import { expect, test } from 'vitest';
import { calculateLoanTerms } from './loan-calculation.ts';
import { loanCalculator } from './loan-terms.ts';
import { packLoan, unpackLoan } from './packed-loan.ts';

const terms = fc.record({
  total_loan_amount: fc.integer({ min: 100, max: 200_000_000 }).map((cents) => String(cents / 100)),
  duration_months: fc.integer({ min: 2, max: 600 }).map(String),
  annual_interest_rate: fc.integer({ min: 0, max: 300_000 }).map((rate) => String(rate / 10_000)),
  compounding_frequency: fc.constantFrom(...compoundingFrequencies),
});

test('a packed loan has the rows that the engine computes, for random terms', () => {
  let packedCount = 0;
  fc.assert(
    fc.property(terms, (loan) => {
      const all = { ...loanCalculator.initial(), ...loan };
      const output = { terms: all, link: '', result: calculateLoanTerms(all) };
      const packed = packLoan(output);
      if ('figures' in packed.result) packedCount++;
      expect(unpackLoan(packed)).toEqual(output);
    }),
    { numRuns: 200, seed: 20261128 },
  );
  expect(packedCount).toBeGreaterThan(190);
});
