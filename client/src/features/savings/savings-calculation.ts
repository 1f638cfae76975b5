/** The calculation on the device, loaded after the first paint. */
import { amount, optional } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { SavingsBody, SolveBody, type SavingsResult } from 'contract/scenarios/scenarios.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { finish } from 'engine/slices.ts';
import { depositRequest, savingsRequest, type SavingsTerms } from './savings-terms.ts';

/** The request, with the goal of the form. */
export const SavingsAndGoal = SavingsBody.extend({
  target_amount: optional(amount(loanLimits.minAmount), undefined),
});

export interface SavingsOutcome extends SavingsResult {
  /** The smallest deposit that reaches the goal; undefined without a goal. */
  goal_deposit: number | undefined;
}

export function calculateSavings(terms: SavingsTerms): SavingsOutcome {
  const result = savingsResult(SavingsBody.parse(savingsRequest(terms)));
  const { amount: deposit } = terms.target_amount
    ? finish(solveResult(SolveBody.parse(depositRequest(terms))))
    : {};
  return { ...result, goal_deposit: deposit };
}
