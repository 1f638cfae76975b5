import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** Until the transaction ends. */
export const lockErasure = defineQuery(
  'lock-erasure',
  z.object({ lock: z.string() }),
  () => Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended('erasure of users', 0))::text AS lock`,
);
