import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

/** Prevents the deletion of a calculation of the user, so that an objective may refer to it. */
export const lockReferencedCalculation = defineQuery(
  'lock-referenced-calculation',
  idRow,
  (userId: string, id: string) => Prisma.sql`
    SELECT id FROM calculations WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`,
);

/** Locks the row. */
export const lockOwnObjective = defineQuery(
  'lock-own-objective',
  z.object({ current_cents: z.bigint(), target_date: z.string() }),
  (userId: string, id: string) => Prisma.sql`
    SELECT current_cents, target_date::text FROM objectives
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`,
);
