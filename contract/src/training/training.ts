import { z } from 'zod';
import { Id, IdPath, Timestamp, WholeNumber } from 'contract/fields.ts';
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
} from './attempt-fields.ts';
import { trainingLimits, trainingMessages } from './training.constants.ts';

export { Attempt, type AttemptQuestion, AttemptSummary } from './attempt-fields.ts';
export * from './samples.ts';

export const listTrainingCategories = route('listTrainingCategories', {
  summary: 'List the categories for training',
  description: 'A question is due when the user has probably forgotten its answer.',
  responses: {
    200: json(
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
  },
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
  responses: { 200: onePage('totalAttempt', AttemptSummary, exampleSummary, 'The latest first.') },
});

export const getAttempt = route('getAttempt', {
  summary: 'Read a training attempt',
  params: IdPath,
  responses: { 200: json(Attempt, exampleFinished, 'The attempt.') },
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
  body: z.strictObject({ question_id: Id, ...answerFields }).refine(hasOneAnswer, oneAnswer),
  bodyExample: { question_id: exampleUnanswered.id, choice: 1 },
  responses: {
    200: json(
      z.object({ correct: z.boolean(), answer: z.number(), explanation: z.string(), attempt: Attempt }),
      {
        correct: true,
        answer: exampleAnswer,
        explanation: exampleQuestion.explanation,
        attempt: exampleFinished,
      },
      'Answered.',
    ),
  },
  errors: ['conflict'],
  rateLimit: rateLimits.training,
});

export const listTrainingFriends = route('listTrainingFriends', {
  summary: 'Compare training results with friends',
  description:
    'Lists friends who share their results, if the caller shares theirs as well. Otherwise the list is empty.',
  responses: {
    200: listOf(
      Person.extend({
        finished: z.int().describe('The number of finished attempts.'),
        correct_share: z.number().describe('The share of correct answers in finished attempts, from 0 to 1.'),
      }),
      { ...examplePerson, finished: 4, correct_share: 0.75 },
      'Sorted by username.',
    ),
  },
});
