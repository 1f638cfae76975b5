/** The calculation on the device, loaded after the first paint. */
import { amount, optional } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { SavingsBody } from 'contract/scenarios/scenarios.ts';
import { inTodaysCents, savingsResult } from 'engine/calculators/savings.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { finish } from 'engine/slices.ts';

/** The request, with the goal of the form. */
export const SavingsAndGoal = SavingsBody.extend({
  target_amount: optional(amount(loanLimits.minAmount), undefined),
});

export function calculateSavings(body: object) {
  const { target_amount, ...request } = SavingsAndGoal.parse(body);
  const { duration_months: months, inflation_rate: inflation } = request;
  const result = savingsResult(request);
  // The balance of each year in today's money. The last year may be incomplete.
  const yearly_today = result.yearly.map(
    ({ year, balance }) =>
      inTodaysCents(Math.round(100 * balance), inflation, Math.min(12 * year, months)) / 100,
  );
  const { amount: goal_deposit } = target_amount
    ? finish(solveResult({ ...request, solve_for: 'deposit', target_amount }))
    : {};
  return { ...result, yearly_today, goal_deposit };
}
