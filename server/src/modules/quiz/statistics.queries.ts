import { questionMarks } from 'contract/quiz/quiz.constants.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

/**
 * The discrimination compares the thirds of the attempts by the share of their other right answers; equal ones are
 * ordered by the ids of the attempts. An attempt of one question has no other answers.
 */
export const countAnswers = defineQuery(
  'count-question-answers',
  noRow,
  () => Prisma.sql`
    WITH answers AS (
      SELECT question_id, attempt_id, is_correct,
        CASE WHEN total > 1 THEN (correct - is_correct::int)::float8 / (total - 1) END AS other_share
      FROM quiz_attempt_questions JOIN quiz_attempts ON id = attempt_id
      WHERE finished_at IS NOT NULL
    ), thirds AS (
      SELECT question_id, is_correct,
        ntile(3) OVER (PARTITION BY question_id ORDER BY other_share, attempt_id) AS third
      FROM answers WHERE other_share IS NOT NULL
    ), telling AS (
      SELECT question_id,
        avg(is_correct::int) FILTER (WHERE third = 3) - avg(is_correct::int) FILTER (WHERE third = 1) AS discrimination
      FROM thirds GROUP BY question_id HAVING count(*) >= ${questionMarks.leastAnswers}::int
    ), counted AS (
      SELECT question_id, count(*)::int AS answered, avg(is_correct::int)::float8 AS right_share
      FROM answers GROUP BY question_id
    )
    INSERT INTO quiz_question_statistics AS stored (question_id, answered, right_share, discrimination)
    SELECT id, coalesce(answered, 0), right_share, discrimination::float8
    FROM quiz_questions LEFT JOIN counted ON counted.question_id = id LEFT JOIN telling ON telling.question_id = id
    ORDER BY id
    ON CONFLICT (question_id) DO UPDATE SET answered = EXCLUDED.answered, right_share = EXCLUDED.right_share,
      discrimination = EXCLUDED.discrimination
    WHERE (stored.answered, stored.right_share, stored.discrimination)
      IS DISTINCT FROM (EXCLUDED.answered, EXCLUDED.right_share, EXCLUDED.discrimination)`,
);
