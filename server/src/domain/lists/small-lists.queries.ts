import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

export const selectLowerCase = defineQuery(
  'select-lower-case',
  z.object({ text: z.string() }),
  (text: string) => Prisma.sql`SELECT lower(${text}::text) AS text`,
);
