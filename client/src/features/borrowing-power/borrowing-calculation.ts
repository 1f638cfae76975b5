/** The calculation on the device, loaded after the first paint. */
import { SolveBody, StressBody } from 'contract/scenarios/scenarios.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { stressResult } from 'engine/calculators/stress.ts';
import { finish } from 'engine/slices.ts';
import { type BorrowingPower, type BorrowingTerms, rateOf, solveRequest } from './borrowing-terms.ts';

/** Percentage points added to the rate. */
const addedRates = [2, 3];

export function calculateBorrowingPower(terms: BorrowingTerms): BorrowingPower {
  const { amount } = finish(solveResult(SolveBody.parse(solveRequest(terms))));
  const stress = StressBody.parse({
    scenario: { ...rateOf(terms), total_loan_amount: amount },
    added_rates: addedRates,
  });
  const loan = scenarioResult(stress.scenario);
  return {
    amount,
    payment: loan.payment,
    totalInterest: loan.total_interest_paid,
    stressed: finish(stressResult(stress)),
  };
}
