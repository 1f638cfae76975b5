import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

/** Queried at each start, which would otherwise wait for Prisma's compiler. */
export const hasCategories = defineQuery(
  'has-quiz-categories',
  z.object({ found: z.boolean() }),
  () => Prisma.sql`SELECT EXISTS (SELECT FROM quiz_categories) AS found`,
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
