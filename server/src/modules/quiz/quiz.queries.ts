import { z } from 'zod';
import { questionKinds, type QuestionStatus, questionStatuses } from 'contract/quiz/quiz.constants.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow, idRow } from '#platform/database/query.ts';

/** Queried at each start, which would otherwise wait for Prisma's compiler. */
export const hasCategories = defineQuery(
  'has-quiz-categories',
  z.object({ found: z.boolean() }),
  () => Prisma.sql`SELECT EXISTS (SELECT FROM quiz_categories) AS found`,
);

/** The database decides which names are the same: they have one key. `id` is null for a name that no category has. */
export const selectCategoryKeys = defineQuery(
  'select-quiz-category-keys',
  z.object({ name: z.string(), key: z.string(), id: z.string().nullable() }),
  (names: string[]) => Prisma.sql`
    SELECT wanted.name, look_alike_key(wanted.name) AS key, category.id
    FROM unnest(${names}::text[]) AS wanted (name)
      LEFT JOIN quiz_categories AS category ON look_alike_key(category.name) = look_alike_key(wanted.name)`,
);

/** Moves one category and shifts the others. */
export const placeCategory = defineQuery(
  'place-quiz-category',
  noRow,
  (id: string, position: number) => Prisma.sql`
    UPDATE quiz_categories AS category SET position = placed.position
    FROM (
      SELECT id, rank + (rank >= ${position}::int)::int AS position
      FROM (
        SELECT id, (row_number() OVER (ORDER BY position))::int AS rank
        FROM quiz_categories WHERE id <> ${id}::uuid
      ) AS others
      UNION ALL SELECT ${id}::uuid, ${position}::int
    ) AS placed
    WHERE category.id = placed.id AND category.position <> placed.position`,
);

/** Prevents questions from being added until the transaction ends. */
export const lockCategories = defineQuery(
  'lock-quiz-categories',
  z.object({ id: z.string(), position: z.int() }),
  (ids: string[]) => Prisma.sql`
    SELECT id, position FROM quiz_categories WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`,
);

/** Ordered by id, so that concurrent changes do not deadlock. */
const lockedIn = (ids: string[]) => Prisma.sql`
  SELECT id FROM quiz_questions WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;

/** Rows that already have the status do not get a new edit time. Those of a newer version are passed over. */
export const updateQuestionStatus = defineQuery(
  'update-quiz-question-status',
  idRow,
  (ids: string[], status: QuestionStatus) => Prisma.sql`
    UPDATE quiz_questions AS question SET status = ${status},
      date_updated = CASE WHEN status = ${status} THEN date_updated ELSE transaction_timestamp() END
    FROM (${lockedIn(ids)}) AS locked
    WHERE question.id = locked.id AND kind IN (${Prisma.join(questionKinds)})
      AND status IN (${Prisma.join(questionStatuses)})
    RETURNING question.id`,
);

export const deleteQuestionRows = defineQuery(
  'delete-quiz-questions',
  idRow,
  (ids: string[]) => Prisma.sql`
    DELETE FROM quiz_questions AS question USING (${lockedIn(ids)}) AS locked WHERE question.id = locked.id
    RETURNING question.id`,
);
