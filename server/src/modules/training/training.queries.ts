import type { Solution, Variable } from 'contract/quiz/number-questions.ts';
import { type FigureUnit, figureUnits, questionKinds } from 'contract/quiz/quiz.constants.ts';
import { z } from 'zod';
import { trainingLimits } from 'contract/training/training.constants.ts';
import { isSuspended } from '#auth/credentials/suspension.ts';
import type { Draw } from '#domain/training/draws.ts';
import type { SolvedBy } from '#domain/training/solutions.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, arrayOf } from '#platform/database/query.ts';

/** A published question, unless it could not be drawn, or is of a kind that only a newer version knows. */
export const isAskable = Prisma.sql`status = 'published' AND kind IN (${Prisma.join(questionKinds)})
  AND calculation_fault IS NULL`;

/** With a row for all categories, whose id is null. Questions without a card are new. */
export const selectTrainingCategories = defineQuery(
  'select-training-categories',
  z.object({
    id: z.string().nullable(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    published_count: z.int(),
    due_count: z.int(),
    new_count: z.int(),
    next_due_at: z.date().nullable(),
  }),
  (userId: string) => Prisma.sql`
    SELECT category.id, name, description, published_count, due_count, new_count, next_due_at
    FROM (
      SELECT category_id, count(*)::int AS published_count,
        (count(*) FILTER (WHERE due_at <= transaction_timestamp()))::int AS due_count,
        (count(*) FILTER (WHERE due_at IS NULL))::int AS new_count,
        min(due_at) FILTER (WHERE due_at > transaction_timestamp()) AS next_due_at
      FROM quiz_questions AS question
        LEFT JOIN training_cards ON question_id = question.id AND user_id = ${userId}::uuid
      WHERE ${isAskable} GROUP BY GROUPING SETS ((category_id), ())
    ) AS counts LEFT JOIN quiz_categories AS category ON category.id = category_id
    ORDER BY position NULLS LAST`,
);

/** What is unknown here was validated when the question was saved, but perhaps by a newer version. */
export const PickedQuestion = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  text: z.string(),
  choices: z.array(z.string()),
  answer: z.int().nullable(),
  unit: z.string().nullable() as z.ZodType<FigureUnit | null>,
  tolerance: z.number().nullable(),
  solution: z.unknown() as z.ZodType<Solution | null>,
  variables: z.unknown() as z.ZodType<Variable[]>,
  explanation: z.string(),
  category_name: z.string(),
  difficulty: z.int(),
  date_updated: z.date(),
});

export const questionColumns = Prisma.sql`question.id, kind, text, choices, answer, unit, tolerance, solution, variables,
  explanation, category.name AS category_name, difficulty, question.date_updated`;

interface Wanted {
  categoryId: string | null;
  difficulty: number | null;
}

interface WantedOf extends Wanted {
  /** Null for no user, who has answered nothing. */
  userId: string | null;
  count: number;
}

const isWanted = ({ categoryId, difficulty }: Wanted) => Prisma.sql`
  ${isAskable} AND (${categoryId}::uuid IS NULL OR category_id = ${categoryId}::uuid)
    AND (${difficulty}::int IS NULL OR difficulty = ${difficulty}::int)`;

/** The longest overdue first. */
export const selectDueQuestions = defineQuery(
  'select-due-quiz-questions',
  PickedQuestion,
  ({ userId, count, ...wanted }: WantedOf) => Prisma.sql`
    SELECT ${questionColumns}
    FROM (
      SELECT question_id, due_at FROM training_cards JOIN quiz_questions ON id = question_id
      WHERE user_id = ${userId}::uuid AND due_at <= transaction_timestamp()
        AND ${isWanted(wanted)}
      ORDER BY due_at, question_id LIMIT ${count}::int
    ) AS due JOIN quiz_questions AS question ON question.id = question_id
      JOIN quiz_categories AS category ON category.id = category_id
    ORDER BY due_at, question_id`,
);

/** Questions that the user has not answered yet, in no particular order. */
export const selectRandomQuestions = defineQuery(
  'select-random-quiz-questions',
  PickedQuestion,
  ({ userId, count, ...wanted }: WantedOf) => Prisma.sql`
    SELECT ${questionColumns}
    FROM (
      SELECT id FROM quiz_questions WHERE ${isWanted(wanted)} AND NOT EXISTS (
        SELECT FROM training_cards WHERE user_id = ${userId}::uuid AND question_id = quiz_questions.id
      )
      ORDER BY random() LIMIT ${count}::int
    ) AS picked JOIN quiz_questions AS question ON question.id = picked.id
      JOIN quiz_categories AS category ON category.id = category_id`,
);

/** When the next of these questions is due. Null without a card. */
export const selectNextDue = defineQuery(
  'select-next-due-quiz-question',
  z.object({ next_due_at: z.date().nullable() }),
  ({ userId, ...wanted }: WantedOf) => Prisma.sql`
    SELECT min(due_at) AS next_due_at FROM training_cards JOIN quiz_questions ON id = question_id
    WHERE user_id = ${userId}::uuid AND ${isWanted(wanted)}`,
);

/**
 * The wrongly answered questions of a user's attempt, in no particular order. Figures are drawn anew from the current
 * question; without one, the copy of the attempt is repeated.
 */
export const selectMissedQuestions = defineQuery(
  'select-missed-quiz-questions',
  PickedQuestion.extend({
    exact_answer: z.number().nullable(),
    figures: z.unknown() as z.ZodType<Draw | null>,
    calculation: z.unknown() as z.ZodType<SolvedBy | null>,
  }),
  (userId: string, { attemptId, count }: { attemptId: string; count: number }) => Prisma.sql`
    SELECT copy.question_id AS id, copy.kind, coalesce(current.text, copy.text) AS text, copy.choices, copy.answer,
      coalesce(current.unit, copy.unit) AS unit, coalesce(current.tolerance, copy.tolerance) AS tolerance,
      current.solution, coalesce(current.variables, '[]') AS variables,
      coalesce(current.explanation, copy.explanation) AS explanation, category_name, copy.difficulty,
      coalesce(current.date_updated, attempt.started_at) AS date_updated, exact_answer, figures, calculation
    FROM quiz_attempt_questions AS copy JOIN quiz_attempts AS attempt ON attempt.id = attempt_id
      LEFT JOIN quiz_questions AS current ON current.id = question_id AND current.kind = 'number' AND copy.kind = 'number'
        AND current.calculation_fault IS NULL
    WHERE attempt_id = ${attemptId}::uuid AND user_id = ${userId}::uuid AND NOT is_correct
      AND copy.kind IN (${Prisma.join(questionKinds)}) AND (copy.unit IS NULL OR copy.unit IN (${Prisma.join(figureUnits)}))
    LIMIT ${count}::int`,
);

/** Sorted by username. Empty while the user does not share. */
export const selectSharingFriends = defineQuery(
  'select-sharing-friends',
  z.object({
    id: z.string(),
    username: z.string(),
    user_image: z.string().nullable(),
    finished: z.int(),
    correct_share: z.number(),
  }),
  (userId: string) => Prisma.sql`
    SELECT users.id, username, user_image, finished, correct_share
    FROM (
      SELECT high_user_id AS id FROM friendships WHERE low_user_id = ${userId}::uuid
      UNION ALL
      SELECT low_user_id FROM friendships WHERE high_user_id = ${userId}::uuid
    ) AS friend
      JOIN users ON users.id = friend.id AND is_active AND NOT ${isSuspended(Prisma.sql`users`)}
      JOIN preferences AS theirs ON theirs.user_id = users.id AND theirs.share_training
      JOIN preferences AS own ON own.user_id = ${userId}::uuid AND own.share_training,
      LATERAL (
        SELECT count(*)::int AS finished, coalesce(sum(correct)::float8 / sum(total), 0) AS correct_share
        FROM quiz_attempts WHERE quiz_attempts.user_id = users.id AND finished_at IS NOT NULL
      ) AS results
    ORDER BY lower(username)`,
);

const SampleRow = PickedQuestion.extend({ at: z.date() });

const columns = Prisma.sql`${questionColumns}, transaction_timestamp() AS at`;

/** Published questions at random, a few of each category. */
export const selectSample = defineQuery(
  'select-quiz-sample',
  SampleRow,
  () => Prisma.sql`
    SELECT ${columns}
    FROM (
      SELECT id, row_number() OVER (PARTITION BY category_id ORDER BY random()) AS place
      FROM quiz_questions WHERE ${isAskable}
    ) AS ranked JOIN quiz_questions AS question ON question.id = ranked.id
      JOIN quiz_categories AS category ON category.id = category_id
    WHERE place <= ${trainingLimits.sampleOfCategory}::int
    ORDER BY random() LIMIT ${trainingLimits.sampleQuestions}::int`,
);

/** The published ones among the questions. */
export const selectPublished = defineQuery(
  'select-published-quiz-questions',
  SampleRow,
  (ids: readonly string[]) => Prisma.sql`
    SELECT ${columns}
    FROM quiz_questions AS question JOIN quiz_categories AS category ON category.id = category_id
    WHERE question.id = ANY (${arrayOf('uuid', ids)}) AND ${isAskable}`,
);
