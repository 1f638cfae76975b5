import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { insertEvent } from '#auth/audit.queries.ts';
import { deriveKeys } from '#auth/keys.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { applyMigrations } from '#platform/database/migrations.ts';
import { useTestApp } from '#test/app.ts';
import { sealAll } from './sealer.ts';
import { verifyAuditTrail } from './verify.service.ts';

const test = useTestApp();
const key = deriveKeys('the secret of this test').auditSeal;

const addEvents = async ({ prisma }: Database, count: number) => {
  for (let n = 0; n < count; n++) {
    await insertEvent(prisma, {
      action: 'user_update',
      actorId: uuidv7(),
      userId: uuidv7(),
      details: { n },
      client: { ipAddress: '192.0.2.7', userAgent: 'test' },
      message: 'changed',
      level: 'INFO',
      ipAddress: null,
      ipRecordUserId: null,
      fromProxy: false,
    });
  }
};
const seal = (database: Database) => sealAll({ database, key });
const verify = (database: Database) => verifyAuditTrail({ database, keys: [key] });
const seals = async ({ prisma }: Database) =>
  (await prisma.auditSeal.findMany({ orderBy: { id: 'asc' } })).map(({ epoch, events }) => [epoch, events]);
/** Transactions of other databases of a server hold back the sealer, too. */
const isEveryTransactionFinished = async () => {
  const { rows } = await test.database.pool.query<{ finished: boolean }>(
    'SELECT bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())) AS finished FROM audit_events',
  );
  return rows[0]?.finished;
};

/** The rows as pg_restore writes them, with their triggers off. */
async function copyTrail(from: Database, to: Database): Promise<void> {
  for (const table of ['audit_events', 'audit_details', 'audit_seals']) {
    const { rows } = await from.pool.query(
      `SELECT coalesce(jsonb_agg(copied), '[]')::text AS all FROM ${table} AS copied`,
    );
    await to.pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await to.pool.query(
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [(rows[0] as { all: string }).all],
    );
    await to.pool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
  await to.pool.query(`SELECT setval('audit_events_id_seq', (SELECT max(id) FROM audit_events))`);
}

/** A new server has counted a thousand or two. */
const countFurther = ({ pool }: Database) =>
  pool.query('DO $$ BEGIN FOR n IN 1..10000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$');

it('seals go on in a new epoch once the trail is restored to a server that has counted fewer transactions', async () => {
  await countFurther(test.database);
  await addEvents(test.database, 9);
  await expect.poll(isEveryTransactionFinished).toBe(true);
  await seal(test.database);
  // The copy is made between two seals.
  await addEvents(test.database, 1);

  const dataDir = await mkdtemp(join(tmpdir(), 'declassified-restore-'));
  const postgres = await startEmbeddedPostgres({ dataDir, disposable: true });
  const restored = openDatabase(postgres.url);
  try {
    await applyMigrations(postgres.url, 'prisma/migrations');
    await copyTrail(test.database, restored);
    expect(await verify(restored)).toMatchObject({ intact: true, checked: 9 });

    await addEvents(restored, 2);
    const sealed = async () => {
      await seal(restored);
      return seals(restored);
    };
    // What the old server left comes first.
    const expected = [
      [1, 9],
      [1, 1],
      [2, 2],
    ];
    await expect.poll(sealed).toEqual(expected);
    await addEvents(restored, 1);
    await expect.poll(sealed).toEqual([...expected, [2, 1]]);
    expect(await verify(restored)).toMatchObject({ intact: true, checked: 13 });
    await restored.pool.query('ALTER TABLE audit_events DISABLE TRIGGER USER');
    await restored.pool.query(
      `INSERT INTO audit_events (id, transaction_id, action, details_hash)
       SELECT min(id) - 1, (max(transaction_id::text::bigint) + 1)::text::xid8, 'login', '' FROM audit_events`,
    );
    expect((await verify(restored)).first_fault).toMatch(/^Event \d+ was added outside/);
  } finally {
    await restored.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
});
