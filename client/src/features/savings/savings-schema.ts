import { amount, optional } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { SavingsBody } from 'contract/scenarios/scenarios.ts';

export const SavingsAndGoal = SavingsBody.extend({
  target_amount: optional(amount(loanLimits.minAmount), undefined),
});
