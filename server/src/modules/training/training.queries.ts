import { z } from 'zod';
import { isSuspended } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

export const selectTrainingCategories = defineQuery(
  'select-training-categories',
  z.object({ id: z.string(), name: z.string(), description: z.string(), published_count: z.int() }),
  () => Prisma.sql`
    SELECT category.id, name, description, published_count
    FROM quiz_categories AS category JOIN (
      SELECT category_id, count(*)::int AS published_count FROM quiz_questions
      WHERE status = 'published' GROUP BY category_id
    ) AS published ON category_id = category.id
    ORDER BY position`,
);

const PickedQuestion = z.object({
  id: z.string(),
  text: z.string(),
  choices: z.array(z.string()),
  answer: z.int(),
  explanation: z.string(),
  category_name: z.string(),
  difficulty: z.int(),
});

/** At most `count` questions in no particular order. */
export const selectRandomQuestions = defineQuery(
  'select-random-quiz-questions',
  PickedQuestion,
  (categoryId: string | null, difficulty: number | null, count: number) => Prisma.sql`
    SELECT question.id, text, choices, answer, explanation, category.name AS category_name, difficulty
    FROM (
      SELECT id FROM quiz_questions
      WHERE status = 'published' AND (${categoryId}::uuid IS NULL OR category_id = ${categoryId}::uuid)
        AND (${difficulty}::int IS NULL OR difficulty = ${difficulty}::int)
      ORDER BY random() LIMIT ${count}::int
    ) AS picked JOIN quiz_questions AS question ON question.id = picked.id
      JOIN quiz_categories AS category ON category.id = category_id`,
);

/** The wrongly answered questions of a user's attempt, with the texts of the attempt, in no particular order. */
export const selectMissedQuestions = defineQuery(
  'select-missed-quiz-questions',
  PickedQuestion,
  (userId: string, attemptId: string, count: number) => Prisma.sql`
    SELECT question_id AS id, text, choices, answer, explanation, category_name, difficulty
    FROM quiz_attempt_questions JOIN quiz_attempts AS attempt ON attempt.id = attempt_id
    WHERE attempt_id = ${attemptId}::uuid AND user_id = ${userId}::uuid AND chosen <> answer
    LIMIT ${count}::int`,
);

interface NewQuestion extends Omit<z.output<typeof PickedQuestion>, 'id'> {
  question_id: string;
  position: number;
}

/** Inserts all questions in one statement, because a whole class may start at once. */
export const insertAttempt = defineQuery(
  'insert-quiz-attempt',
  z.object({ started_at: z.date() }),
  (id: string, userId: string, questions: readonly NewQuestion[]) => Prisma.sql`
    WITH attempt AS (
      INSERT INTO quiz_attempts (id, user_id, total)
      SELECT ${id}::uuid, id, ${questions.length}::smallint FROM users WHERE id = ${userId}::uuid
      RETURNING started_at
    ), copies AS (
      INSERT INTO quiz_attempt_questions
        (attempt_id, question_id, position, text, choices, answer, explanation, category_name, difficulty)
      SELECT ${id}::uuid, question_id, position, text, choices, answer, explanation, category_name, difficulty
      FROM attempt, jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) AS question (
        question_id uuid, position smallint, text text, choices text[], answer smallint, explanation text,
        category_name text, difficulty smallint
      )
    )
    SELECT started_at FROM attempt`,
);

interface Answer {
  attemptId: string;
  questionId: string;
  userId: string;
  choice: number;
}

/**
 * Answers an open question, and finishes its attempt with the last one. Returns no row, and changes nothing, for
 * another user's question or an invalid choice. Locks the attempt's row first, like its deletion.
 */
export const insertAnswer = defineQuery(
  'answer-quiz-question',
  z.object({ is_correct: z.boolean() }),
  ({ attemptId, questionId, userId, choice }: Answer) => Prisma.sql`
    WITH own AS MATERIALIZED (
      SELECT id FROM quiz_attempts WHERE id = ${attemptId}::uuid AND user_id = ${userId}::uuid FOR UPDATE
    ), answered AS (
      UPDATE quiz_attempt_questions AS question SET chosen = ${choice}::smallint
      FROM own
      WHERE attempt_id = own.id AND question_id = ${questionId}::uuid AND chosen IS NULL
        AND ${choice}::int < cardinality(choices)
      RETURNING attempt_id, answer = ${choice}::int AS is_correct
    )
    UPDATE quiz_attempts SET answered = answered + 1, correct = correct + is_correct::int,
      finished_at = CASE WHEN answered + 1 = total THEN transaction_timestamp() END
    FROM answered WHERE id = attempt_id
    RETURNING is_correct`,
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
