import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** At least one row, for the version; the values as JSON. */
export const selectSettings = defineQuery(
  'select-settings',
  z.object({ version: z.int(), key: z.string().nullable(), value: z.string().nullable() }),
  () => Prisma.sql`
    SELECT version, key, value::text AS value FROM settings_version LEFT JOIN settings ON value IS NOT NULL`,
);
