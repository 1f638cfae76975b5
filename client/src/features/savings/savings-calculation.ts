/** The calculation on the device, loaded after the first paint. */
import { amount, optional } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { SavingsBody, SolveBody } from 'contract/scenarios/scenarios.ts';
import { inTodaysCents, savingsResult } from 'engine/calculators/savings.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { finish } from 'engine/slices.ts';
import { depositRequest, savingsRequest, type SavingsTerms } from './savings-terms.ts';

/** The request, with the goal of the form. */
export const SavingsAndGoal = SavingsBody.extend({
  target_amount: optional(amount(loanLimits.minAmount), undefined),
});

export function calculateSavings(terms: SavingsTerms) {
  const request = SavingsBody.parse(savingsRequest(terms));
  const { duration_months: months, inflation_rate: inflation } = request;
  const result = savingsResult(request);
  // The balance of each year in today's money. The last year may be incomplete.
  const yearly_today = result.yearly.map(
    ({ year, balance }) =>
      inTodaysCents(Math.round(100 * balance), inflation, Math.min(12 * year, months)) / 100,
  );
  const { amount: deposit } = terms.target_amount
    ? finish(solveResult(SolveBody.parse(depositRequest(terms))))
    : {};
  return { ...result, yearly_today, goal_deposit: deposit };
}
