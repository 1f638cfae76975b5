import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** The limit of a refresh. Afterwards another process may claim the dataset, because the first may have been killed. */
const claimSeconds = 60;

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
    VALUES (${slug}, clock_timestamp() + ${claimSeconds} * interval '1 second')
    ON CONFLICT (slug) DO UPDATE SET claimed_until = excluded.claimed_until
    WHERE coalesce(refresh.claimed_until <= clock_timestamp(), true)
      AND (NOT ${isDueOnly}::boolean OR coalesce(refresh.next_try_at <= clock_timestamp(), true))
    RETURNING failures, url, etag, last_modified`,
);
