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

const isExpired = Prisma.sql`created_at <= now() - ${idempotencyLimits.hours}::int * interval '1 hour'`;

interface StoredResponse {
  status: number;
  /** In JSON. Null if the response contains a secret. */
  response: string | null;
}

/** Waits for a parallel transaction with the same key. Returns no row if the key has a response already. */
export const insertResponse = defineQuery(
  'insert-idempotent-response',
  z.object({ key: z.string() }),
  (
    { userId, operation, key, bodyHash }: IdempotentRequest,
    { status, response }: StoredResponse,
  ) => Prisma.sql`
    INSERT INTO idempotency_keys AS former (user_id, operation, key, body_hash, status, response)
    VALUES (${userId}::uuid, ${operation}, ${key}, ${bodyHash}::bytea, ${status}::int, ${response}::jsonb)
    ON CONFLICT (user_id, operation, key) DO UPDATE
      SET body_hash = excluded.body_hash, status = excluded.status, response = excluded.response,
          created_at = excluded.created_at
      WHERE former.${isExpired}
    RETURNING key`,
);

export const selectResponse = defineQuery(
  'select-idempotent-response',
  z.object({
    is_same_body: z.boolean(),
    status: z.int(),
    /** Null if the response contained a secret. */
    response: z.unknown(),
  }),
  ({ userId, operation, key, bodyHash }: IdempotentRequest) => Prisma.sql`
    SELECT body_hash = ${bodyHash}::bytea AS is_same_body, status, response FROM idempotency_keys
    WHERE user_id = ${userId}::uuid AND operation = ${operation} AND key = ${key} AND NOT ${isExpired}`,
);

export const deleteOldKeys = defineQuery(
  'delete-old-idempotency-keys',
  idRow,
  (limit: number) => Prisma.sql`
    DELETE FROM idempotency_keys WHERE (user_id, operation, key) IN (
      SELECT user_id, operation, key FROM idempotency_keys
      WHERE ${isExpired} LIMIT ${limit}
    ) RETURNING key AS id`,
);
