import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from './query.ts';

/** For all processes, until the transaction ends. */
export const lockName = defineQuery(
  'lock-name',
  z.object({ lock: z.string() }),
  (name: string) => Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text AS lock`,
);
