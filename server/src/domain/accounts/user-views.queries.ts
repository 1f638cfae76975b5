import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** For `users AS record`: the reason that an agent has stated in the last hour. */
export const statedReason = (agentId: string): Prisma.Sql => Prisma.sql`(
  SELECT reason FROM view_reasons
  WHERE agent_id = ${agentId}::uuid AND user_id = record.id AND expires_at > now()
)`;

/** A deleted user has no row. */
export const selectViewReasons = defineQuery(
  'select-view-reasons',
  z.object({ id: z.string(), username: z.string(), reason: z.string().nullable() }),
  (agentId: string, userIds: readonly string[]) => Prisma.sql`
    SELECT record.id, record.username, ${statedReason(agentId)} AS reason
    FROM users AS record WHERE record.id = ANY (${userIds}::uuid[]) ORDER BY lower(record.username)`,
);
