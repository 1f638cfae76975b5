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

/**
 * Waits for a parallel transaction with the same key. Returns no row if the key has a record already. The oldest keys of the user
 * above the limit are deleted, except those that another transaction deletes at the moment.
 */
export const insertKey = defineQuery(
  'insert-idempotency-key',
  z.object({ key: z.string() }),
  (
    { userId, operation, key, bodyHash }: IdempotentRequest,
    { status, recordId }: { status: number; recordId: string },
  ) => Prisma.sql`
    WITH surplus AS (
      SELECT ctid FROM idempotency_keys
      WHERE user_id = ${userId}::uuid AND (operation, key) <> (${operation}, ${key})
      ORDER BY created_at DESC OFFSET ${idempotencyLimits.keys - 1}::int
      FOR UPDATE SKIP LOCKED
    ), deleted AS (
      DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(SELECT ctid FROM surplus))
    )
    INSERT INTO idempotency_keys AS former (user_id, operation, key, body_hash, status, record_id)
    VALUES (${userId}::uuid, ${operation}, ${key}, ${bodyHash}::bytea, ${status}::int, ${recordId}::uuid)
    ON CONFLICT (user_id, operation, key) DO UPDATE
      SET body_hash = excluded.body_hash, status = excluded.status, record_id = excluded.record_id,
          response = NULL, created_at = excluded.created_at
      WHERE former.${isExpired}
    RETURNING key`,
);

export const selectKey = defineQuery(
  'select-idempotency-key',
  z.object({
    is_same_body: z.boolean(),
    status: z.int(),
    /** Null if a process of an earlier build has stored the key. */
    record_id: z.string().nullable(),
  }),
  ({ userId, operation, key, bodyHash }: IdempotentRequest) => Prisma.sql`
    SELECT body_hash = ${bodyHash}::bytea AS is_same_body, status, record_id FROM idempotency_keys
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
