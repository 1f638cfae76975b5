import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

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
