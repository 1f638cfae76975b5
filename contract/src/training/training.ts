import { z } from 'zod';
import { Id, IdPath, Timestamp, WholeNumber } from 'contract/fields.ts';
import { examplePerson, Person } from 'contract/friends/friends.ts';
import { rateLimits } from 'contract/limits.ts';
import { paging } from 'contract/lists.ts';
import { listOf, onePage, saved } from 'contract/responses.ts';
import { exampleCategory, exampleQuestion, ChoiceIndex, Difficulty } from 'contract/quiz/quiz-fields.ts';
import { empty, json, route } from 'contract/route.ts';
import { trainingLimits, trainingMessages } from './training.constants.ts';

const AttemptQuestion = z.object({
  id: Id,
  text: z.string(),
  choices: z
    .array(z.string())
    .meta({ description: 'In the order of this attempt. Every index refers to this order.' }),
  category_name: z.string(),
  difficulty: z.int(),
  chosen: z.int().nullable(),
  answer: z.int().nullable().meta({ description: 'Null until the question is answered.' }),
  explanation: z.string().nullable().meta({ description: 'Null until the question is answered.' }),
});
export type AttemptQuestion = z.infer<typeof AttemptQuestion>;

export const AttemptSummary = z
  .object({
    id: Id,
    started_at: Timestamp,
    finished_at: Timestamp.nullable().meta({ description: 'Null until all questions are answered.' }),
    total: z.int(),
    answered: z.int(),
    correct: z.int(),
    by_category: z.array(z.object({ name: z.string(), total: z.int(), correct: z.int() })),
  })
  .meta({ id: 'AttemptSummary' });
export type AttemptSummary = z.infer<typeof AttemptSummary>;

export const Attempt = AttemptSummary.extend({ questions: z.array(AttemptQuestion) }).meta({ id: 'Attempt' });
export type Attempt = z.infer<typeof Attempt>;

const exampleSummary: AttemptSummary = {
  id: '01930a4e-7c00-7000-8000-000000000013',
  started_at: '2026-01-31T02:03:04.567Z',
  finished_at: null,
  total: 1,
  answered: 0,
  correct: 0,
  by_category: [{ name: exampleCategory.name, total: 1, correct: 0 }],
};

const exampleUnanswered: AttemptQuestion = {
  id: exampleQuestion.id,
  text: exampleQuestion.text,
  choices: exampleQuestion.choices,
  category_name: exampleCategory.name,
  difficulty: exampleQuestion.difficulty,
  chosen: null,
  answer: null,
  explanation: null,
};

const { answer, explanation } = exampleQuestion;
const exampleFinished: Attempt = {
  ...exampleSummary,
  finished_at: '2026-01-31T02:04:04.567Z',
  answered: 1,
  correct: 1,
  by_category: [{ name: exampleCategory.name, total: 1, correct: 1 }],
  questions: [{ ...exampleUnanswered, chosen: answer, answer, explanation }],
};

export const listTrainingCategories = route('listTrainingCategories', {
  summary: 'List the categories for training',
  responses: {
    200: listOf(
      z.object({ id: Id, name: z.string(), description: z.string(), published_count: z.int() }),
      {
        id: exampleCategory.id,
        name: exampleCategory.name,
        description: exampleCategory.description,
        published_count: exampleCategory.published_count,
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
    retry_of: Id.nullish().meta({
      description: 'An attempt of the caller, whose wrongly answered questions are repeated.',
    }),
  })
  .refine(({ retry_of, category_id, difficulty }) => !retry_of || (!category_id && !difficulty), {
    path: ['retry_of'],
    error: trainingMessages.retryAlone,
  })
  .meta({ id: 'StartAttempt' });

export const startAttempt = route('startAttempt', {
  summary: 'Start a training attempt',
  description:
    'Selects published questions at random, from one category and difficulty or from all, or the questions that were answered wrongly in an earlier attempt. The attempt has its own copy of the texts. It counts towards the storage limit.',
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
  description: 'A question can be answered once. Of several parallel answers, the first counts.',
  params: IdPath,
  body: z.strictObject({
    question_id: Id,
    choice: ChoiceIndex,
  }),
  bodyExample: { question_id: exampleUnanswered.id, choice: 1 },
  responses: {
    200: json(
      z.object({ correct: z.boolean(), answer: z.int(), explanation: z.string(), attempt: Attempt }),
      { correct: true, answer, explanation, attempt: exampleFinished },
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
        finished: z.int().meta({ description: 'The number of finished attempts.' }),
        correct_share: z
          .number()
          .meta({ description: 'The share of correct answers in finished attempts, from 0 to 1.' }),
      }),
      { ...examplePerson, finished: 4, correct_share: 0.75 },
      'Sorted by username.',
    ),
  },
});
