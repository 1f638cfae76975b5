import { trainingLimits } from 'contract/training/training.constants.ts';
import { z } from 'zod';
import type { Verdict } from '#domain/training/answers.ts';
import type { DrawnQuestion } from '#domain/training/drawn-questions.ts';
import type { CardState } from '#domain/training/schedule-card.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

export interface NewQuestion extends DrawnQuestion, Partial<Verdict> {
  question_id: string;
  position: number;
  category_name: string;
  difficulty: number;
}

interface NewAttempt {
  id: string;
  userId: string;
  questions: readonly NewQuestion[];
}

const isRight = ({ is_correct }: NewQuestion) => is_correct === true;
const isAnswered = ({ is_correct }: NewQuestion) => is_correct !== undefined;

/**
 * Inserts all questions in one statement, because a whole class may start at once. An attempt with an answer to every
 * question is finished. Returns no row if the id exists.
 */
export const insertAttempt = defineQuery(
  'insert-quiz-attempt',
  z.object({ started_at: z.date(), finished_at: z.date().nullable() }),
  ({ id, userId, questions }: NewAttempt) => Prisma.sql`
    WITH attempt AS (
      INSERT INTO quiz_attempts (id, user_id, total, answered, correct, finished_at, answered_at)
      SELECT ${id}::uuid, id, ${questions.length}::smallint, ${questions.filter(isAnswered).length}::smallint,
        ${questions.filter(isRight).length}::smallint,
        CASE WHEN ${questions.every(isAnswered)}::boolean THEN transaction_timestamp() END,
        CASE WHEN ${questions.some(isAnswered)}::boolean THEN transaction_timestamp() END
      FROM users WHERE id = ${userId}::uuid
      ON CONFLICT (id) DO NOTHING
      RETURNING started_at, finished_at
    ), copies AS (
      INSERT INTO quiz_attempt_questions
        (attempt_id, question_id, position, kind, text, choices, answer, unit, tolerance, exact_answer, figures,
         calculation, explanation, category_name, difficulty, chosen, chosen_value, is_correct)
      SELECT ${id}::uuid, question_id, position, kind, text, choices, answer, unit, tolerance, exact_answer,
        nullif(figures, 'null'), nullif(calculation, 'null'), explanation, category_name, difficulty, chosen,
        chosen_value, is_correct
      FROM attempt, jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) AS question (
        question_id uuid, position smallint, kind text, text text, choices text[], answer smallint, unit text,
        tolerance float8, exact_answer float8, figures jsonb, calculation jsonb, explanation text,
        category_name text, difficulty smallint, chosen smallint, chosen_value float8, is_correct boolean
      )
    )
    SELECT started_at, finished_at FROM attempt`,
);

/** The attempts from whose answers the usual time of a user is computed, and the fewest answers for it. */
const [usualAttempts, usualAnswers] = [50, 20];

/**
 * A question of the user's attempt, as it decides what an answer means. `usual_seconds` is the median time for its
 * difficulty in the latest attempts.
 */
export const selectAskedQuestion = defineQuery(
  'select-asked-quiz-question',
  z.object({
    kind: z.string(),
    choices: z.int(),
    answer: z.int().nullable(),
    unit: z.string().nullable(),
    tolerance: z.number().nullable(),
    exact_answer: z.number().nullable(),
    is_correct: z.boolean().nullable(),
    at: z.date(),
    seconds: z.number(),
    usual_seconds: z.number().nullable(),
    /** Null for a question without a card. */
    state: z.unknown(),
  }),
  (userId: string, attemptId: string, questionId: string) => Prisma.sql`
    SELECT kind, cardinality(choices) AS choices, answer, unit, tolerance, exact_answer, is_correct,
      transaction_timestamp() AS at,
      greatest(0, least(
        extract(epoch FROM transaction_timestamp() - coalesce(answered_at, started_at)),
        ${trainingLimits.answerSeconds}::int
      ))::float8 AS seconds,
      usual_seconds, card.state
    FROM quiz_attempts AS attempt JOIN quiz_attempt_questions AS question ON attempt_id = attempt.id
      LEFT JOIN training_cards AS card
        ON card.user_id = attempt.user_id AND card.question_id = question.question_id,
      LATERAL (
        SELECT CASE WHEN count(*) >= ${usualAnswers}::int
          THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY answer_seconds) END AS usual_seconds
        FROM (
          SELECT id FROM quiz_attempts WHERE user_id = ${userId}::uuid
          ORDER BY started_at DESC, id DESC LIMIT ${usualAttempts}::int
        ) AS latest JOIN quiz_attempt_questions AS earlier ON earlier.attempt_id = latest.id
        WHERE earlier.difficulty = question.difficulty AND answer_seconds IS NOT NULL
      ) AS times
    WHERE attempt.id = ${attemptId}::uuid AND attempt.user_id = ${userId}::uuid
      AND question.question_id = ${questionId}::uuid`,
);

interface NewAnswer extends Verdict {
  attemptId: string;
  questionId: string;
  userId: string;
  seconds: number;
  /** The state that the answer continues from. */
  formerState: unknown;
  state: CardState;
  dueAt: Date;
}

/**
 * Answers an open question, schedules it, and finishes its attempt with the last answer. Returns no row, and changes
 * nothing, for another user's question and for one that is answered. Of answers to one question in two attempts at the
 * same time, the first decides its schedule. Locks the user, the attempt and the question in this order, like their
 * deletions.
 */
export const insertAnswer = defineQuery(
  'answer-quiz-question',
  z.object({ is_correct: z.boolean() }),
  ({
    attemptId,
    questionId,
    userId,
    seconds,
    formerState,
    state,
    dueAt,
    ...verdict
  }: NewAnswer) => Prisma.sql`
    WITH owner AS MATERIALIZED (
      SELECT id FROM users WHERE id = ${userId}::uuid FOR KEY SHARE
    ), own AS MATERIALIZED (
      SELECT attempt.id FROM owner JOIN quiz_attempts AS attempt ON user_id = owner.id
      WHERE attempt.id = ${attemptId}::uuid FOR UPDATE OF attempt
    ), answered AS (
      UPDATE quiz_attempt_questions AS question SET chosen = ${verdict.chosen}::smallint,
        chosen_value = ${verdict.chosen_value}::float8, is_correct = ${verdict.is_correct}::boolean,
        answer_seconds = ${seconds}::real
      FROM own
      WHERE attempt_id = own.id AND question_id = ${questionId}::uuid AND is_correct IS NULL
      RETURNING attempt_id, is_correct
    ), existing AS MATERIALIZED (
      SELECT id FROM quiz_questions WHERE id = ${questionId}::uuid AND EXISTS (SELECT FROM answered)
      FOR KEY SHARE
    ), scheduled AS (
      INSERT INTO training_cards (user_id, question_id, state, due_at)
      SELECT owner.id, existing.id, ${JSON.stringify(state)}::jsonb, ${dueAt}::timestamptz FROM owner, existing
      ON CONFLICT (user_id, question_id) DO UPDATE SET state = EXCLUDED.state, due_at = EXCLUDED.due_at
      WHERE training_cards.state = ${JSON.stringify(formerState)}::jsonb
    )
    UPDATE quiz_attempts SET answered = answered + 1, correct = correct + is_correct::int,
      answered_at = transaction_timestamp(),
      finished_at = CASE WHEN answered + 1 = total THEN transaction_timestamp() END
    FROM answered WHERE id = attempt_id
    RETURNING is_correct`,
);

interface NewCard {
  question_id: string;
  state: CardState;
  due_at: Date;
}

/** Schedules questions that have no card. */
export const insertCards = defineQuery(
  'insert-training-cards',
  noRow,
  (userId: string, cards: readonly NewCard[]) => Prisma.sql`
    WITH existing AS MATERIALIZED (
      SELECT id, state, due_at
      FROM jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) AS card (question_id uuid, state jsonb, due_at timestamptz)
        JOIN quiz_questions ON id = question_id
      ORDER BY id FOR KEY SHARE OF quiz_questions
    )
    INSERT INTO training_cards (user_id, question_id, state, due_at)
    SELECT ${userId}::uuid, id, state, due_at FROM existing ORDER BY id
    ON CONFLICT DO NOTHING`,
);
