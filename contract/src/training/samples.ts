import { z } from 'zod';
import { boundedText, Id, requiredOr } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { notAnObject } from 'contract/quiz/number-questions.ts';
import { exampleQuestion } from 'contract/quiz/quiz-fields.ts';
import { saved } from 'contract/responses.ts';
import { json, route } from 'contract/route.ts';
import {
  answerFields,
  AskedQuestion,
  Attempt,
  exampleAnswer,
  exampleAsked,
  exampleFinished,
  hasOneAnswer,
  oneAnswer,
  SolvedBy,
} from './attempt-fields.ts';
import { trainingLimits } from './training.constants.ts';

export const SampleQuestion = AskedQuestion.meta({ id: 'SampleQuestion' });
export type SampleQuestion = z.infer<typeof SampleQuestion>;

const SampleToken = boundedText(trainingLimits.sampleTokenMaxLength);
const exampleToken = 'eyJpZCI6IjAxOTMwYTRlLTdjMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAxMyJ9.jM4…';

export const sampleQuestions = route('sampleQuestions', {
  summary: 'Draw a sample of questions',
  description: `Selects ${trainingLimits.sampleQuestions} published questions at random, at most ${trainingLimits.sampleOfCategory} of a category. Nothing is stored: the token contains the questions and their figures, and is valid for ${trainingLimits.sampleHours} hours.`,
  responses: {
    200: json(
      z.object({ data: z.array(SampleQuestion), token: z.string() }),
      { data: [exampleAsked], token: exampleToken },
      'The questions without their answers.',
    ),
  },
  rateLimit: rateLimits.training,
});

export const checkSample = route('checkSample', {
  summary: 'Check an answer to a question of a sample',
  description: 'Nothing is stored. A text that is not a number is refused.',
  body: z
    .strictObject({ token: SampleToken, question_id: Id, ...answerFields })
    .refine(hasOneAnswer, oneAnswer),
  bodyExample: { token: exampleToken, question_id: exampleAsked.id, choice: 1 },
  responses: {
    200: json(
      z.object({
        correct: z.boolean(),
        chosen: z.number().describe('The index of a choice, or the number that was understood.'),
        answer: z.number(),
        explanation: z.string(),
        calculation: SolvedBy.nullable(),
      }),
      {
        correct: true,
        chosen: exampleAnswer,
        answer: exampleAnswer,
        explanation: exampleQuestion.explanation,
        calculation: null,
      },
      'The right answer and its explanation.',
    ),
  },
  errors: ['invalid_link', 'conflict'],
  rateLimit: rateLimits.training,
});

const SampleAnswer = z
  .strictObject({ question_id: Id, ...answerFields }, { error: notAnObject })
  .refine(hasOneAnswer, oneAnswer);

export const saveSample = route('saveSample', {
  summary: 'Save the answers to a sample',
  description:
    'Saves the answers from before the sign-in as a finished attempt, and schedules their questions. A repetition of the request returns the same attempt.',
  body: z.strictObject({
    token: SampleToken,
    answers: z
      .array(SampleAnswer, { error: requiredOr('Must be a list of answers.') })
      .min(1, 'Must have at least one answer.')
      .max(trainingLimits.sampleQuestions, `Must have at most ${trainingLimits.sampleQuestions} answers.`)
      .refine(
        (answers) => new Set(answers.map(({ question_id }) => question_id)).size === answers.length,
        'Must answer each question once.',
      ),
  }),
  bodyExample: { token: exampleToken, answers: [{ question_id: exampleAsked.id, choice: 1 }] },
  responses: {
    201: saved('attempt', Attempt, {
      msg: 'Your answers are saved.',
      example: exampleFinished,
      description: 'Saved.',
    }),
  },
  errors: ['invalid_link', 'conflict', 'storage_limit_reached'],
  rateLimit: rateLimits.training,
});
