import { z } from 'zod';
import { Id, Timestamp, storedKind, storedChoice } from 'contract/fields.ts';
import { TypedValue } from 'contract/quiz/number-questions.ts';
import { figureUnits, questionCalculations, questionKinds } from 'contract/quiz/quiz.constants.ts';
import { ChoiceIndex, exampleCategory, exampleQuestion } from 'contract/quiz/quiz-fields.ts';
import { trainingMessages } from './training.constants.ts';

export const SolvedBy = z.object({
  kind: storedKind(questionCalculations),
  input: z.record(z.string(), z.json()).describe('With the figures of the question.'),
});

export const AskedQuestion = z.object({
  id: Id,
  kind: storedKind(questionKinds),
  text: z.string(),
  choices: z.array(z.string()).describe('In the order of this attempt. Every index refers to this order.'),
  unit: storedChoice(figureUnits, 'plain').nullable().describe('The unit of a number; null for a choice.'),
  tolerance: z
    .number()
    .nullable()
    .describe('How far a right number may be from the exact one; null for a choice.'),
  category_name: z.string(),
  difficulty: z.int(),
});

const untilAnswered = 'Null until the question is answered.';

const AttemptQuestion = AskedQuestion.extend({
  chosen: z.number().nullable().describe('The index of a choice, or the number that was understood.'),
  answer: z
    .number()
    .nullable()
    .describe(`The index of the right choice, or the exact number. ${untilAnswered}`),
  correct: z.boolean().nullable().describe(untilAnswered),
  explanation: z.string().nullable().describe(untilAnswered),
  calculation: SolvedBy.nullable().describe(
    `The calculation that gives the answer. Null for other questions. ${untilAnswered}`,
  ),
});
export type AttemptQuestion = z.infer<typeof AttemptQuestion>;

export const AttemptSummary = z
  .object({
    id: Id,
    started_at: Timestamp,
    finished_at: Timestamp.nullable().describe('Null until all questions are answered.'),
    total: z.int(),
    answered: z.int(),
    correct: z.int(),
    by_category: z.array(z.object({ name: z.string(), total: z.int(), correct: z.int() })),
  })
  .meta({ id: 'AttemptSummary' });
export type AttemptSummary = z.infer<typeof AttemptSummary>;

export const Attempt = AttemptSummary.extend({ questions: z.array(AttemptQuestion) }).meta({ id: 'Attempt' });
export type Attempt = z.infer<typeof Attempt>;

export const exampleSummary: AttemptSummary = {
  id: '01930a4e-7c00-7000-8000-000000000013',
  started_at: '2026-01-31T02:03:04.567Z',
  finished_at: null,
  total: 1,
  answered: 0,
  correct: 0,
  by_category: [{ name: exampleCategory.name, total: 1, correct: 0 }],
};

export const exampleAsked = {
  id: exampleQuestion.id,
  kind: 'choice' as const,
  text: exampleQuestion.text,
  choices: exampleQuestion.choices,
  unit: null,
  tolerance: null,
  category_name: exampleCategory.name,
  difficulty: exampleQuestion.difficulty,
};

export const exampleUnanswered: AttemptQuestion = {
  ...exampleAsked,
  chosen: null,
  answer: null,
  correct: null,
  explanation: null,
  calculation: null,
};

export const exampleAnswer = 1;
export const exampleFinished: Attempt = {
  ...exampleSummary,
  finished_at: '2026-01-31T02:04:04.567Z',
  answered: 1,
  correct: 1,
  by_category: [{ name: exampleCategory.name, total: 1, correct: 1 }],
  questions: [
    {
      ...exampleUnanswered,
      chosen: exampleAnswer,
      answer: exampleAnswer,
      correct: true,
      explanation: exampleQuestion.explanation,
    },
  ],
};

export const answerFields = { choice: ChoiceIndex.optional(), value: TypedValue.optional() };

export const hasOneAnswer = ({ choice, value }: { choice?: unknown; value?: unknown }) =>
  (choice === undefined) !== (value === undefined);
export const oneAnswer = { path: ['choice'], error: trainingMessages.choiceOrValue };
