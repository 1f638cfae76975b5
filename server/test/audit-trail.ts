import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { insertEvent } from '#audit/audit.queries.ts';
import { deriveKeys } from '#auth/keys/keys.ts';
import { parseHead } from '#modules/audit/seal-chain.ts';
import { sealAll } from '#modules/audit/sealer.ts';
import { verifyAuditTrail } from '#modules/audit/verify.service.ts';
import type { Database } from '#platform/database/database.ts';
import type { TestApp } from '#test/app.ts';

export const sealSecret = 'the present secret of these tests';
export const sealKey = deriveKeys(sealSecret).auditSeal;
export const formerSealKey = deriveKeys('the former secret of these tests').auditSeal;

const records = {
  message: 'changed',
  level: 'INFO',
  ipAddress: null,
  ipRecordUserId: null,
  fromProxy: false,
} as const;
const client = { ipAddress: '192.0.2.7', userAgent: 'test' };

/** Writes, seals, verifies and attacks the audit trail of a test database. No sealer runs. */
export function auditTrail(test: TestApp, key: Buffer) {
  const query = (text: string) => test.database.pool.query(text);
  const addEvents = async (
    count: number,
    { actorId = uuidv7(), userId = uuidv7() } = {},
    { prisma }: Database = test.database,
  ) => {
    for (let n = 0; n < count; n++) {
      const event = { action: 'user_update', actorId, userId, details: { n }, client };
      await insertEvent(prisma, { ...records, ...event });
    }
  };
  const sealNow = (keys = [key], database: Database = test.database) => sealAll({ database, keys });
  const isEveryTransactionFinished = async () => {
    const { rows } = await query(
      'SELECT bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())) AS finished FROM audit_events',
    );
    return (rows[0] as { finished: boolean }).finished;
  };
  /** Retried, because transactions of other databases of the cluster delay sealing, too. */
  const seal = async (keys = [key]) => {
    await expect.poll(isEveryTransactionFinished).toBe(true);
    await sealNow(keys);
  };
  const verify = (keys = [key], head?: string, database: Database = test.database) =>
    verifyAuditTrail({ database, keys }, head === undefined ? undefined : parseHead(head));
  const seals = ({ prisma }: Database = test.database) =>
    prisma.auditSeal.findMany({ orderBy: { id: 'asc' } });
  /** Changes the trail as a role could that may change the schema. */
  const tamper = async (statement: string) => {
    await query(`ALTER TABLE audit_events DISABLE TRIGGER USER`);
    await query(`ALTER TABLE audit_seals DISABLE TRIGGER USER`);
    await query(statement);
    await query(`ALTER TABLE audit_events ENABLE TRIGGER USER`);
    await query(`ALTER TABLE audit_seals ENABLE TRIGGER USER`);
  };
  return { query, addEvents, sealNow, seal, verify, seals, tamper };
}
