import { FigureUnit, Solution, Variables } from 'contract/quiz/number-questions.ts';
import { questionKinds } from 'contract/quiz/quiz.constants.ts';
import { z } from 'zod';

const KnownFields = z
  .object({
    kind: z.enum(questionKinds),
    unit: FigureUnit.nullable(),
    solution: Solution.nullable(),
    variables: Variables,
  })
  .refine(({ kind, unit, solution }) => kind !== 'number' || (unit && solution));

/** False for a stored question with values or fields that only a newer version knows. */
export const isReadable = (question: object): boolean => KnownFields.safeParse(question).success;
