import { createHash } from 'node:crypto';
import { idempotencyLimits, idempotencyMessages } from 'contract/idempotency.ts';
import { AppError, validationFailed } from '#errors.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { deleteInBatches, type HasDatabase } from '#platform/database/database.ts';
import { inOneTransaction } from '#platform/database/joined-transactions.ts';
import { claimKey, deleteOldKeys } from './idempotency.queries.ts';

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
 * Runs the work, and stores its response in the same transaction. For a repetition, resolves to the stored response.
 * A refused work stores nothing. Throws `idempotency_key_reused` for another body.
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
  return inOneTransaction(database.prisma, async (tx) => {
    const [former] = await claimKey(tx, { userId, operation, key, bodyHash });
    if (former && !former.is_same_body) throw new AppError('idempotency_key_reused');
    if (former?.status) {
      if (former.response === null) throw new AppError('conflict', idempotencyMessages.secretNotStored);
      return { isReplayed: true, status: former.status, response: former.response as object };
    }
    const created = await work();
    await tx.idempotencyKey.update({
      where: { user_id_operation_key: { user_id: userId, operation, key } },
      data: {
        status: created.status,
        response: isSecret ? Prisma.DbNull : (JSON.parse(JSON.stringify(created.response)) as object),
      },
    });
    return { isReplayed: false, ...created };
  });
}

/** An idempotent job. */
export const cleanUpIdempotencyKeys = ({ database }: HasDatabase): Promise<void> =>
  deleteInBatches((rows) => deleteOldKeys(database, rows));
