import { FigureUnit, Solution, Variables } from 'contract/quiz/number-questions.ts';
import { z } from 'zod';

const KnownFields = z.object({
  unit: FigureUnit.nullable(),
  solution: Solution.nullable(),
  variables: Variables,
});

/** False for a stored question with values or fields that only a newer version knows. */
export const isReadable = (question: object): boolean => KnownFields.safeParse(question).success;
