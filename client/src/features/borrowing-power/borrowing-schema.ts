import { SolveBody } from 'contract/scenarios/scenarios.ts';
import { z } from 'zod';
import { filledTerms, readTerms } from '#parts/calculator/terms.ts';
import type { TypedTerms } from '#parts/calculator/use-terms.ts';
import { borrowingDefinition } from './borrowing-terms.ts';

/** Validates the form's texts with the schema of the API. */
export const BorrowingInputs = z.preprocess(
  (typed: TypedTerms) => ({
    solve_for: 'total_loan_amount',
    ...filledTerms(borrowingDefinition, readTerms(borrowingDefinition, typed)),
  }),
  SolveBody,
);
