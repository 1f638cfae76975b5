import type { FigureUnit } from 'contract/quiz/quiz.constants.ts';
import type { z } from 'zod';
import type { StoredQuestion } from '#domain/training/drawn-questions.ts';
import type { PickedQuestion } from './training.queries.ts';

/** The JSON of the columns was validated when the question was saved. */
export function storedQuestion({
  kind,
  text,
  choices,
  answer,
  unit,
  tolerance,
  solution,
  variables,
  explanation,
}: z.output<typeof PickedQuestion>): StoredQuestion {
  return {
    kind,
    text,
    choices,
    answer,
    unit: unit as FigureUnit | null,
    tolerance,
    solution: solution as StoredQuestion['solution'],
    variables: (variables ?? []) as StoredQuestion['variables'],
    explanation,
  };
}
