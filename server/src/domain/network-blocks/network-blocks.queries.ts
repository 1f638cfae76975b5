import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { arrayOf, defineQuery, noRow } from '#platform/database/query.ts';

export const selectRevision = defineQuery(
  'select-network-block-revision',
  z.object({ revision: z.int() }),
  () => Prisma.sql`SELECT coalesce(max(revision), 0)::int AS revision FROM network_blocks`,
);

export const selectActiveBlocks = defineQuery(
  'select-active-network-blocks',
  z.object({ id: z.string(), network: z.string(), ends_at: z.date() }),
  () =>
    Prisma.sql`SELECT id, network, ends_at FROM network_blocks WHERE ends_at > now() AND ended_at IS NULL`,
);

export const addRefusals = defineQuery(
  'add-network-block-refusals',
  noRow,
  (ids: readonly string[], counts: readonly number[]) => Prisma.sql`
    UPDATE network_blocks SET refused = refused + counted.refusals
    FROM unnest(${arrayOf('uuid', ids)}, ${counts}::int[]) AS counted (id, refusals)
    WHERE network_blocks.id = counted.id`,
);
