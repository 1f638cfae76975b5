import { refreshStates } from 'contract/datasets/datasets.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** How long a process may take; a killed one's claim lapses afterwards. */
const claimSeconds = 60;

/** None if another process tries, or if `isDueOnly` and it is not yet time. */
export const claimRefresh = defineQuery(
  'claim-refresh',
  z.object({
    state: z.enum(refreshStates),
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
    RETURNING state, failures, url, etag, last_modified`,
);

interface RefreshResult {
  slug: string;
  state: (typeof refreshStates)[number];
  reason: string | null;
  failures: number;
  nextTrySeconds: number;
  /** Of the answer that was taken; undefined keeps the former ones. */
  taken?: { url: string; etag: string | null; lastModified: string | null };
}

/** Ends the claim. */
export const recordRefresh = defineQuery(
  'record-refresh',
  z.object({}),
  ({ slug, state, reason, failures, nextTrySeconds, taken }: RefreshResult) => Prisma.sql`
    UPDATE dataset_refreshes SET
      state = ${state}, reason = ${reason}, failures = ${failures}, tried_at = clock_timestamp(),
      answered_at = CASE WHEN ${failures}::int = 0 THEN clock_timestamp() ELSE answered_at END,
      next_try_at = clock_timestamp() + ${nextTrySeconds} * interval '1 second', claimed_until = NULL,
      url = coalesce(${taken?.url ?? null}, url),
      etag = CASE WHEN ${taken !== undefined}::boolean THEN ${taken?.etag ?? null} ELSE etag END,
      last_modified = CASE WHEN ${taken !== undefined}::boolean THEN ${taken?.lastModified ?? null} ELSE last_modified END
    WHERE slug = ${slug}`,
);
