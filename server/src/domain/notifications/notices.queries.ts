import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** For `notices AS record`. The condition on the end matches an index. */
export const isLive = Prisma.sql`
  (NOT record.is_draft AND record.withdrawn_at IS NULL AND record.starts_at <= now()
   AND coalesce(record.ends_at, 'infinity') > now())`;

const Banner = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type Banner = z.output<typeof Banner>;

/** The live critical notice for all users that started last. */
export const selectBanner = defineQuery(
  'select-banner',
  Banner,
  () => Prisma.sql`
    SELECT id, title, text FROM notices AS record
    WHERE ${isLive} AND level = 'critical' AND audience = 'all'
    ORDER BY starts_at DESC, id DESC LIMIT 1`,
);
