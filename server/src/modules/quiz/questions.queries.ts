import type { QuestionStatus } from 'contract/quiz/quiz.constants.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

/** Ordered by id, so that concurrent changes do not deadlock. */
const lockedIn = (ids: string[]) => Prisma.sql`
  SELECT id FROM quiz_questions WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;

/** Rows that already have the status do not get a new edit time. */
export const updateQuestionStatus = defineQuery(
  'update-quiz-question-status',
  idRow,
  (ids: string[], status: QuestionStatus) => Prisma.sql`
    UPDATE quiz_questions AS question SET status = ${status},
      date_updated = CASE WHEN status = ${status} THEN date_updated ELSE transaction_timestamp() END
    FROM (${lockedIn(ids)}) AS locked WHERE question.id = locked.id
    RETURNING question.id`,
);

export const deleteQuestionRows = defineQuery(
  'delete-quiz-questions',
  idRow,
  (ids: string[]) => Prisma.sql`
    DELETE FROM quiz_questions AS question USING (${lockedIn(ids)}) AS locked WHERE question.id = locked.id
    RETURNING question.id`,
);
