import { loanLimits } from 'contract/loans/loans.constants.ts';
import { SavingsBody } from 'contract/scenarios/scenarios.ts';
import { amount, optional } from 'contract/loans/loan-fields.ts';
import { z } from 'zod';
import { filledTerms, readTerms } from '#parts/calculator/terms.ts';
import type { TypedTerms } from '#parts/calculator/use-terms.ts';
import { savingsDefinition } from './savings-terms.ts';

const SavingsAndGoal = SavingsBody.extend({
  target_amount: optional(amount(loanLimits.minAmount), undefined),
});

/** Validates the form's texts with the schema of the API. */
export const SavingsInputs = z.preprocess(
  (typed: TypedTerms) => filledTerms(savingsDefinition, readTerms(savingsDefinition, typed)),
  SavingsAndGoal,
);
