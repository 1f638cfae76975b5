import { trainingLimits } from 'contract/training/training.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { arrayOf, defineQuery } from '#platform/database/query.ts';
import { isAskable, PickedQuestion, questionColumns } from './training.queries.ts';

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
