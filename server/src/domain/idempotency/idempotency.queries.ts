import { idempotencyLimits } from 'contract/idempotency.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

export interface IdempotentRequest {
  userId: string;
  operation: string;
  key: string;
  bodyHash: Buffer;
}

/**
 * Claims the key until the transaction ends. A parallel claim of the same key waits for it. The response of a former
 * request is null if there is none, or if it contained a secret.
 */
export const claimKey = defineQuery(
  'claim-idempotency-key',
  z.object({
    is_same_body: z.boolean(),
    status: z.int().nullable(),
    /** In JSON. */
    response: z.unknown(),
  }),
  ({ userId, operation, key, bodyHash }: IdempotentRequest) => {
    const isExpired = Prisma.sql`claimed.created_at <= now() - ${idempotencyLimits.hours}::int * interval '1 hour'`;
    return Prisma.sql`
    INSERT INTO idempotency_keys AS claimed (user_id, operation, key, body_hash)
    VALUES (${userId}::uuid, ${operation}, ${key}, ${bodyHash}::bytea)
    ON CONFLICT (user_id, operation, key) DO UPDATE
      SET body_hash = CASE WHEN ${isExpired} THEN excluded.body_hash ELSE claimed.body_hash END,
          status = CASE WHEN NOT ${isExpired} THEN claimed.status END,
          response = CASE WHEN NOT ${isExpired} THEN claimed.response END,
          created_at = CASE WHEN ${isExpired} THEN now() ELSE claimed.created_at END
    RETURNING body_hash = ${bodyHash}::bytea AS is_same_body, status, response`;
  },
);

export const deleteOldKeys = defineQuery(
  'delete-old-idempotency-keys',
  idRow,
  (limit: number) => Prisma.sql`
    DELETE FROM idempotency_keys WHERE (user_id, operation, key) IN (
      SELECT user_id, operation, key FROM idempotency_keys
      WHERE created_at <= now() - ${idempotencyLimits.hours}::int * interval '1 hour' LIMIT ${limit}
    ) RETURNING key AS id`,
);
