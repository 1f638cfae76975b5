import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { hasPart } from '#domain/lists/list-statements.ts';
import { defineQuery } from '#platform/database/query.ts';

/** For `users AS record`: the reason that an agent has stated in the last hour. */
export const statedReason = (agentId: string): Prisma.Sql => Prisma.sql`(
  SELECT reason FROM view_reasons
  WHERE agent_id = ${agentId}::uuid AND user_id = record.id AND expires_at > now()
)`;

/** A deleted user has no row. */
export const selectViewReason = defineQuery(
  'select-view-reason',
  z.object({ reason: z.string().nullable() }),
  (agentId: string, userId: string) => Prisma.sql`
    SELECT ${statedReason(agentId)} AS reason FROM users AS record WHERE record.id = ${userId}::uuid`,
);

/** Whether the agent has stated a reason for every other user whom a part of a username names. False if it names none. */
export const selectNamedUsers = defineQuery(
  'select-named-users',
  z.object({ is_stated: z.boolean(), reason: z.string().nullable() }),
  (agentId: string, name: string) => Prisma.sql`
    SELECT coalesce(bool_and(record.id = ${agentId}::uuid OR stated.reason IS NOT NULL), false) AS is_stated,
           min(stated.reason) AS reason
    FROM users AS record CROSS JOIN LATERAL (SELECT ${statedReason(agentId)} AS reason) AS stated
    WHERE ${hasPart(Prisma.sql`lower(record.username)`, name)}`,
);

export const selectNamedIds = defineQuery(
  'select-named-ids',
  z.object({ id: z.string() }),
  (name: string, limit: number) => Prisma.sql`
    SELECT record.id FROM users AS record WHERE ${hasPart(Prisma.sql`lower(record.username)`, name)}
    ORDER BY record.id LIMIT ${limit}`,
);
