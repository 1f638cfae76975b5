import { createHash } from 'node:crypto';
import { idempotencyLimits, idempotencyMessages } from 'contract/idempotency.ts';
import { AppError, validationFailed } from '#errors.ts';
import { deleteInBatches, type HasDatabase } from '#platform/database/database.ts';
import { inOneTransaction } from '#platform/database/joined-transactions.ts';
import { deleteOldKeys, insertResponse, selectResponse } from './idempotency.queries.ts';

interface Creation {
  userId: string;
  operation: string;
  key: string;
  body: unknown;
  /** Whether the response contains a secret, which must not be stored. */
  isSecret: boolean;
}

export interface Created {
  isReplayed: boolean;
  status: number;
  response: object;
}

const keyForm = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyLimits.keyMaxLength}}$`);

/**
 * Runs the work, and stores its response in the same transaction. If the key has a response already, whatever the work
 * wrote is rolled back, and the stored response is the result. Throws `idempotency_key_reused` for another body.
 */
export async function createOnce(
  { database }: HasDatabase,
  { userId, operation, key, body, isSecret }: Creation,
  work: () => Promise<{ status: number; response: object }>,
): Promise<Created> {
  if (!keyForm.test(key)) throw validationFailed({ 'Idempotency-Key': [idempotencyMessages.invalidKey] });
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest();
  const request = { userId, operation, key, bodyHash };
  try {
    return await inOneTransaction(database.prisma, async (tx) => {
      const { status, response } = await work();
      const stored = { status, response: isSecret ? null : JSON.stringify(response) };
      const inserted = await insertResponse(tx, request, stored);
      if (inserted.length === 0) throw new AppError('conflict', idempotencyMessages.inUse);
      return { isReplayed: false, status, response };
    });
  } catch (error) {
    // The record of a repetition may be what refuses it, such as a name that is taken.
    const [former] = await selectResponse(database, request);
    if (!former) throw error;
    if (!former.is_same_body) throw new AppError('idempotency_key_reused');
    if (former.response === null) throw new AppError('conflict', idempotencyMessages.secretNotStored);
    return { isReplayed: true, status: former.status, response: former.response as object };
  }
}

/** An idempotent job. */
export const cleanUpIdempotencyKeys = ({ database }: HasDatabase): Promise<void> =>
  deleteInBatches((rows) => deleteOldKeys(database, rows));
