import { SolveBody } from 'contract/scenarios/scenarios.ts';
import { z } from 'zod';
import { filledTerms, readTerms } from '#parts/calculator/terms.ts';
import type { TypedTerms } from '#parts/calculator/use-terms.ts';
import { borrowingDefinition } from './borrowing-terms.ts';

/** The API's rules, applied to the form's texts. */
export const BorrowingInputs = z.preprocess(
  (typed: TypedTerms) => ({
    solve_for: 'total_loan_amount',
    ...filledTerms(borrowingDefinition, readTerms(borrowingDefinition, typed)),
  }),
  SolveBody,
);
