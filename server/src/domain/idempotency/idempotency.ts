import { createHash } from 'node:crypto';
import { idempotencyLimits, idempotencyMessages } from 'contract/idempotency.ts';
import { AppError, validationFailed } from '#errors.ts';
import { deleteInBatches, type HasDatabase, isMissingRow } from '#platform/database/database.ts';
import { inOneTransaction } from '#platform/database/joined-transactions.ts';
import { deleteOldKeys, insertKey, selectKey } from './idempotency.queries.ts';

interface Creation<Value> {
  userId: string;
  operation: string;
  key: string;
  /** What another request with the key is compared with. */
  body: unknown;
  create: () => Promise<{ status: number; recordId: string; value: Value }>;
  /** Reads the record for a repetition. Absent if the first response contained a secret. */
  read: ((recordId: string) => Promise<Value>) | undefined;
}

interface Created<Value> {
  isReplayed: boolean;
  status: number;
  value: Value;
}

const keyForm = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyLimits.keyMaxLength}}$`);

/**
 * Creates a record, and stores its id with the key in the same transaction. If the key has a record already, whatever was written
 * is rolled back, and the record is read. Throws `idempotency_key_reused` for another body, and `record_gone`.
 */
export async function createOnce<Value>(
  { database }: HasDatabase,
  { userId, operation, key, body, create, read }: Creation<Value>,
): Promise<Created<Value>> {
  if (!keyForm.test(key)) throw validationFailed({ 'Idempotency-Key': [idempotencyMessages.invalidKey] });
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(meaningOf(body) ?? null))
    .digest();
  const request = { userId, operation, key, bodyHash };
  try {
    return await inOneTransaction(database.prisma, async (tx) => {
      const { status, recordId, value } = await create();
      const inserted = await insertKey(tx, request, { status, recordId });
      if (inserted.length === 0) throw new AppError('conflict', idempotencyMessages.inUse);
      return { isReplayed: false, status, value };
    });
  } catch (error) {
    // The record of a repetition may be what refuses it, such as a name that is taken.
    const [former] = await selectKey(database, request);
    if (!former) throw error;
    const { is_same_body, status, record_id: recordId } = former;
    if (!is_same_body) throw new AppError('idempotency_key_reused');
    if (!read || recordId === null) {
      const { secretNotStored } = idempotencyMessages;
      throw new AppError('conflict', secretNotStored[operation as keyof typeof secretNotStored]);
    }
    return { isReplayed: true, status, value: await read(recordId).catch(refuseGone) };
  }
}

function refuseGone(error: unknown): never {
  const isGone = isMissingRow(error) || (error instanceof AppError && error.code === 'not_found');
  throw isGone ? new AppError('record_gone') : error;
}

/** The same for bodies that mean the same: names in alphabetical order, and none without a value. */
function meaningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => meaningOf(item) ?? null);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value ?? undefined;
  const entries = Object.entries(value).map(([name, item]) => [name, meaningOf(item)] as const);
  return Object.fromEntries(
    entries
      // The schema of a field may read null as an empty text.
      .filter(([, item]) => item !== undefined && item !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** An idempotent job. */
export const cleanUpIdempotencyKeys = ({ database }: HasDatabase): Promise<void> =>
  deleteInBatches((rows) => deleteOldKeys(database, rows));
