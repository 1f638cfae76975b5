import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** The payload of a job: the latest figure of a dataset. */
export interface NewFigures {
  slug: string;
  date: string;
  title: string;
  text: string;
}

/** Followers who were not notified of the figure. Of two workers, one gets each. */
export const claimFollowers = defineQuery(
  'claim-followers',
  z.object({ user_id: z.string() }),
  ({ slug, date }: NewFigures, limit: number) => Prisma.sql`
    UPDATE dataset_follows SET notified_to = ${date}
    WHERE slug = ${slug} AND user_id IN (
      SELECT user_id FROM dataset_follows
      WHERE slug = ${slug} AND (notified_to IS NULL OR notified_to < ${date})
      ORDER BY user_id LIMIT ${limit} FOR UPDATE)
      AND (notified_to IS NULL OR notified_to < ${date})
    RETURNING user_id`,
);
