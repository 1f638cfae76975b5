import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

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
