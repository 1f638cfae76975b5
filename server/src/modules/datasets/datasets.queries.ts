import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

/** The payload is the slug of the dataset with a new vintage. It is sent after a commit. */
export const vintageChannel = 'dataset_vintages';

/** Announces a new vintage. Returns the time from which it is known: `knownFrom` or else now, and later than `after`. */
export const announceVintage = defineQuery(
  'announce-vintage',
  z.object({ known_from: z.date(), announced: z.string() }),
  (slug: string, knownFrom: Date | null, after: string | null) => Prisma.sql`
    SELECT pg_notify(${vintageChannel}, ${slug})::text AS announced,
      greatest(coalesce(${knownFrom}::timestamptz, date_trunc('milliseconds', clock_timestamp())),
               ${after}::text::timestamptz + interval '1 millisecond') AS known_from`,
);

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

/** A claim that is not renewed for so long belongs to a process that was killed, and another process may claim the dataset. */
export const claimSeconds = 60;

const claimEnd = Prisma.sql`clock_timestamp() + ${claimSeconds} * interval '1 second'`;

/** Returns no row if another process is refreshing, or if `isDueOnly` and the next attempt is not due. */
export const claimRefresh = defineQuery(
  'claim-refresh',
  z.object({
    failures: z.int(),
    url: z.string().nullable(),
    etag: z.string().nullable(),
    last_modified: z.string().nullable(),
  }),
  (slug: string, isDueOnly: boolean) => Prisma.sql`
    INSERT INTO dataset_refreshes AS refresh (slug, claimed_until)
    VALUES (${slug}, ${claimEnd})
    ON CONFLICT (slug) DO UPDATE SET claimed_until = excluded.claimed_until
    WHERE coalesce(refresh.claimed_until <= clock_timestamp(), true)
      AND (NOT ${isDueOnly}::boolean OR coalesce(refresh.next_try_at <= clock_timestamp(), true))
    RETURNING failures, url, etag, last_modified`,
);

/** By the process that has claimed the dataset. */
export const renewClaim = defineQuery(
  'renew-refresh-claim',
  noRow,
  (slug: string) => Prisma.sql`
    UPDATE dataset_refreshes SET claimed_until = ${claimEnd} WHERE slug = ${slug} AND claimed_until IS NOT NULL`,
);
