import { z } from 'zod';
import { Id, IdPath, Timestamp, WholeNumber, boundedText, requiredOr } from 'contract/fields.ts';
import { examplePerson, Person } from 'contract/friends/friends.ts';
import { rateLimits } from 'contract/limits.ts';
import { paging } from 'contract/lists.ts';
import { listOf, onePage, saved } from 'contract/responses.ts';
import { exampleCategory, exampleQuestion, Difficulty } from 'contract/quiz/quiz-fields.ts';
import { empty, json, route } from 'contract/route.ts';
import {
  answerFields,
  Attempt,
  AttemptSummary,
  exampleAnswer,
  exampleFinished,
  exampleSummary,
  exampleUnanswered,
  hasOneAnswer,
  oneAnswer,
  AskedQuestion,
  exampleAsked,
  SolvedBy,
} from './attempt-fields.ts';
import { trainingLimits, trainingMessages } from './training.constants.ts';

export { Attempt, type AttemptQuestion, AttemptSummary } from './attempt-fields.ts';

export const listTrainingCategories = route('listTrainingCategories', {
  summary: 'List the categories for training',
  description: 'A question is due when the user has probably forgotten its answer.',
  response: json(
    z.object({
      data: z.array(
        z.object({
          id: Id,
          name: z.string(),
          description: z.string(),
          published_count: z.int(),
          due_count: z.int(),
        }),
      ),
      due: z.int().describe('The questions that are due, in all categories.'),
      new: z.int().describe('The questions that the user has not answered yet.'),
      next_due_at: Timestamp.nullable().describe(
        'When the next of the other questions is due. Null if the user has answered none of them.',
      ),
    }),
    {
      data: [
        {
          id: exampleCategory.id,
          name: exampleCategory.name,
          description: exampleCategory.description,
          published_count: exampleCategory.published_count,
          due_count: 3,
        },
      ],
      due: 3,
      new: 5,
      next_due_at: '2026-02-02T02:03:04.567Z',
    },
    'The categories with published questions.',
  ),
});

const countRange = `Must be from 1 to ${trainingLimits.questions}.`;

export const StartAttemptBody = z
  .strictObject({
    category_id: Id.nullish(),
    difficulty: Difficulty.nullish(),
    count: WholeNumber.min(1, countRange).max(trainingLimits.questions, countRange),
    retry_of: Id.nullish().describe(
      'An attempt of the caller, whose wrongly answered questions are repeated.',
    ),
    due: z
      .boolean('Must be true or false.')
      .nullish()
      .describe(
        'Whether to ask the questions that are due, the longest overdue first, and then new ones. The attempt has at most `count` questions.',
      ),
  })
  .refine(({ retry_of, category_id, difficulty }) => !retry_of || (!category_id && !difficulty), {
    path: ['retry_of'],
    error: trainingMessages.retryAlone,
  })
  .refine(({ retry_of, due }) => !retry_of || !due, { path: ['due'], error: trainingMessages.dueAlone })
  .meta({ id: 'StartAttempt' });

export const startAttempt = route('startAttempt', {
  summary: 'Start a training attempt',
  description:
    'Selects published questions at random, from one category and difficulty or from all, the questions that were answered wrongly in an earlier attempt, or those that are due. If none is due and none is new, the message of the 409 names the time of the next one. The attempt has its own copy of the texts, with figures that are drawn for it. It counts towards the storage limit.',
  body: StartAttemptBody,
  bodyExample: { category_id: null, difficulty: null, count: trainingLimits.defaultQuestions },
  responses: {
    201: saved('attempt', Attempt, {
      msg: 'Training started.',
      example: { ...exampleSummary, questions: [exampleUnanswered] },
      description: 'Started.',
    }),
  },
  errors: ['conflict', 'storage_limit_reached'],
  rateLimit: rateLimits.training,
});

export const listAttempts = route('listAttempts', {
  summary: 'List the user’s training attempts',
  query: z.strictObject(paging),
  response: onePage('totalAttempt', AttemptSummary, exampleSummary, 'The latest first.'),
});

export const getAttempt = route('getAttempt', {
  summary: 'Read a training attempt',
  params: IdPath,
  response: json(Attempt, exampleFinished, 'The attempt.'),
});

export const deleteAttempt = route('deleteAttempt', {
  summary: 'Delete a training attempt',
  params: IdPath,
  responses: { 204: empty('The attempt is deleted.') },
  rateLimit: rateLimits.training,
});

export const answerQuestion = route('answerQuestion', {
  summary: 'Answer a question of an attempt',
  description:
    'A question can be answered once. Of several parallel answers, the first counts. A text that is not a number is refused and does not count as an answer.',
  params: IdPath,
  // Whether there is such a choice is checked after whether the question is answered already.
  body: z
    .strictObject({ question_id: Id, ...answerFields, choice: WholeNumber.optional() })
    .refine(hasOneAnswer, oneAnswer),
  bodyExample: { question_id: exampleUnanswered.id, choice: 1 },
  response: json(
    z.object({ correct: z.boolean(), answer: z.number(), explanation: z.string(), attempt: Attempt }),
    {
      correct: true,
      answer: exampleAnswer,
      explanation: exampleQuestion.explanation,
      attempt: exampleFinished,
    },
    'Answered.',
  ),
  errors: ['conflict'],
  rateLimit: rateLimits.training,
});

export const listTrainingFriends = route('listTrainingFriends', {
  summary: 'Compare training results with friends',
  description:
    'Lists friends who share their results, if the caller shares theirs as well. Otherwise the list is empty.',
  response: listOf(
    Person.extend({
      finished: z.int().describe('The number of finished attempts.'),
      correct_share: z.number().describe('The share of correct answers in finished attempts, from 0 to 1.'),
    }),
    { ...examplePerson, finished: 4, correct_share: 0.75 },
    'Sorted by username.',
  ),
});

const SampleQuestion = AskedQuestion.meta({ id: 'SampleQuestion' });
export type SampleQuestion = z.infer<typeof SampleQuestion>;

const SampleToken = boundedText(trainingLimits.sampleTokenMaxLength);
const exampleToken = 'eyJpZCI6IjAxOTMwYTRlLTdjMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAxMyJ9.jM4…';

export const sampleQuestions = route('sampleQuestions', {
  summary: 'Draw a sample of questions',
  description: `Selects ${trainingLimits.sampleQuestions} published questions at random, at most ${trainingLimits.sampleOfCategory} of a category. Nothing is stored: the token contains the questions and their figures, and is valid for ${trainingLimits.sampleHours} hours.`,
  response: json(
    z.object({ data: z.array(SampleQuestion), token: z.string() }),
    { data: [exampleAsked], token: exampleToken },
    'The questions without their answers.',
  ),
  rateLimit: rateLimits.training,
});

export const checkSample = route('checkSample', {
  summary: 'Check an answer to a question of a sample',
  description: 'Nothing is stored. A text that is not a number is refused.',
  body: z
    .strictObject({ token: SampleToken, question_id: Id, ...answerFields })
    .refine(hasOneAnswer, oneAnswer),
  bodyExample: { token: exampleToken, question_id: exampleAsked.id, choice: 1 },
  response: json(
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
  errors: ['invalid_link', 'conflict'],
  rateLimit: rateLimits.training,
});

const SampleAnswer = z.strictObject({ question_id: Id, ...answerFields }).refine(hasOneAnswer, oneAnswer);

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
