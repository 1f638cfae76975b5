import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** How long a process may take; a killed one's claim lapses afterwards. */
const claimSeconds = 60;

/** None if another process tries, or if `isDueOnly` and it is not yet time. */
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
