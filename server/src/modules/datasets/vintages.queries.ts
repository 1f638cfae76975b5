import { vintageOrigins } from 'contract/datasets/datasets.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** The payload is the slug of the dataset with a new vintage. It is sent after a commit. */
export const vintageChannel = 'dataset_vintages';

const VintageRow = z.object({
  slug: z.string(),
  known_from: z.date(),
  sha256: z.string(),
  published: z.string().nullable(),
  retrieved: z.string(),
  first: z.string(),
  last: z.string(),
  points: z.int(),
  content: z.unknown(),
});
export type VintageRow = z.infer<typeof VintageRow>;

const columns = Prisma.sql`
  slug, known_from, sha256, published::text, retrieved::text, first, last, points, content`;

/** The latest vintage of each dataset, with one key lookup for each, however many vintages there are. */
export const selectCurrentVintages = defineQuery(
  'select-current-vintages',
  VintageRow,
  (slugs: string[]) => Prisma.sql`
    SELECT vintage.* FROM unnest(${slugs}::text[]) AS dataset (name)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM dataset_vintages WHERE slug = dataset.name ORDER BY known_from DESC LIMIT 1
    ) AS vintage`,
);

/** The latest vintage with the name that was known before the time. Each of the two may be null. */
export const selectVintage = defineQuery(
  'select-vintage',
  VintageRow,
  (slug: string, name: string | null, before: Date | null) => Prisma.sql`
    SELECT ${columns} FROM dataset_vintages
    WHERE slug = ${slug} AND (${name}::text IS NULL OR starts_with(sha256, ${name}))
      AND (${before}::timestamptz IS NULL OR known_from < ${before})
    ORDER BY known_from DESC LIMIT 1`,
);

export const selectVintages = defineQuery(
  'select-vintages',
  VintageRow.omit({ content: true }).extend({
    origin: z.enum(vintageOrigins),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
  }),
  (slug: string) => Prisma.sql`
    SELECT slug, known_from, sha256, published::text, retrieved::text, first, last, points, origin, added, changed, removed
    FROM dataset_vintages WHERE slug = ${slug} ORDER BY known_from DESC`,
);

interface NewVintageRow {
  slug: string;
  /** Null means now. In any case later than `after`. */
  knownFrom: Date | null;
  after: Date | null;
  sha256: string;
  origin: (typeof vintageOrigins)[number];
  published: string | null;
  retrieved: string;
  url: string | null;
  first: string;
  last: string;
  points: number;
  content: string;
  added: number;
  changed: number;
  removed: number;
}

export const insertVintage = defineQuery(
  'insert-vintage',
  z.object({ announced: z.string() }),
  (row: NewVintageRow) => Prisma.sql`
    WITH inserted AS (
      INSERT INTO dataset_vintages (slug, known_from, sha256, origin, published, retrieved, url, first, last, points,
                                    content, added, changed, removed)
      VALUES (${row.slug},
              greatest(coalesce(${row.knownFrom}::timestamptz, date_trunc('milliseconds', clock_timestamp())),
                       ${row.after}::timestamptz + interval '1 millisecond'),
              ${row.sha256}, ${row.origin}, ${row.published}::text::date, ${row.retrieved}::text::date, ${row.url},
              ${row.first}, ${row.last}, ${row.points}, ${row.content}::text::jsonb,
              ${row.added}, ${row.changed}, ${row.removed})
      RETURNING slug
    )
    SELECT pg_notify(${vintageChannel}, slug)::text AS announced FROM inserted`,
);
