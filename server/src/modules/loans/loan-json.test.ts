import { LoanResult } from 'contract/loans/loans.ts';
import type { Cents, RateMillionths } from 'contract/units.ts';
import { loanResult } from 'engine/calculators/loan.ts';
import { hardLoan } from 'engine/test/loan-arbitraries.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { loanJson } from './loan-json.ts';

it('writes any loan like the engine’s result with a serializer: the same fields in the same order, with the shortest decimals', () => {
  fc.assert(
    fc.property(hardLoan, (terms) => {
      const request = {
        total_loan_amount: terms.principalCents as Cents,
        duration_months: terms.durationMonths,
        annual_interest_rate: terms.annualRateMillionths as RateMillionths,
        compounding_frequency: terms.compounding,
      };
      const result = loanResult(request);
      expect(loanJson(request)).toBe(JSON.stringify(LoanResult.parse(result)));
      expect(JSON.stringify(result)).toBe(JSON.stringify(LoanResult.parse(result)));
    }),
    { numRuns: 300 },
  );
});
