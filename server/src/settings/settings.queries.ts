import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** Returns at least one row, for the version. The values are JSON. */
export const selectSettings = defineQuery(
  'select-settings',
  z.object({ version: z.int(), key: z.string().nullable(), value: z.string().nullable() }),
  () => Prisma.sql`
    SELECT version, key, value::text AS value FROM settings_version LEFT JOIN settings ON value IS NOT NULL`,
);
