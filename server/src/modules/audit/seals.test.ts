import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseDetails } from '#audit/audit.queries.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { applyMigrations } from '#platform/database/migrations.ts';
import { useTestApp } from '#test/app.ts';
import { auditTrail, sealKey } from '#test/audit-trail.ts';
import { useFolder } from '#test/folder.ts';

const test = useTestApp();
const dataDir = useFolder();
const { query, addEvents, sealNow, seal, verify, seals, tamper } = auditTrail(test, sealKey);

beforeEach(async () => {
  await tamper('TRUNCATE audit_seals, audit_details, audit_events');
  for (const count of [3, 4, 2]) {
    await addEvents(count);
    await seal();
  }
});

describe('seals', () => {
  it('contain every event once, and the verification returns the latest head', async () => {
    expect((await seals()).map(({ id, events }) => [Number(id), events])).toEqual([
      [1, 3],
      [2, 4],
      [3, 2],
    ]);
    const verdict = await verify();
    expect(verdict).toMatchObject({ intact: true, checked: 9, first_fault: null });
    expect(verdict.head).toMatch(/^3:[0-9a-f]{64}:[0-9a-f]{64}$/);
    await seal();
    expect(await seals()).toHaveLength(3);
  });

  it.each([
    [
      'a change',
      `UPDATE audit_events SET action = 'login' WHERE id = (SELECT min(id) + 4 FROM audit_events)`,
      /^Seal 2 of .*: an event was changed/,
    ],
    [
      'a change of the time',
      `UPDATE audit_events SET created_at = created_at - interval '1 day' WHERE id = (SELECT max(id) FROM audit_events)`,
      /^Seal 3 of/,
    ],
    [
      'an insertion',
      `INSERT INTO audit_events (transaction_id, action, details_hash) SELECT transaction_id, 'login', '' FROM audit_events ORDER BY id LIMIT 1`,
      /^Seal 1 of .* covers 3 events, but 4 exist: some were added/,
    ],
    [
      'an insertion that no seal would ever reach',
      `INSERT INTO audit_events (transaction_id, action, details_hash) VALUES ('9000000000000', 'login', '')`,
      /^Event \d+ was added outside/,
    ],
    [
      'a removal',
      `WITH gone AS (DELETE FROM audit_details WHERE event_id = (SELECT max(id) FROM audit_events) RETURNING event_id) DELETE FROM audit_events WHERE id IN (SELECT event_id FROM gone)`,
      /^Seal 3 of .* covers 2 events, but 1 exist: some were removed/,
    ],
    [
      'a reordering',
      `UPDATE audit_events AS event SET transaction_id = other.transaction_id FROM audit_events AS other WHERE event.id + other.id = (SELECT 2 * min(id) + 1 FROM audit_events) AND event.id <> other.id AND event.id <= (SELECT min(id) + 1 FROM audit_events)`,
      /^Seal 1 of .* the order of events/,
    ],
    ['a truncation', 'TRUNCATE audit_details, audit_events', /^Seal 1 of .* some were removed/],
    [
      'changed details',
      `UPDATE audit_details SET details = '{"n":9}' WHERE event_id = (SELECT max(event_id) FROM audit_details)`,
      /^The details of event \d+ were changed/,
    ],
    [
      'a changed address',
      `UPDATE audit_details SET ip_address = '192.0.2.8' WHERE event_id = (SELECT min(event_id) FROM audit_details)`,
      /^The details of event \d+ were changed/,
    ],
    ['a removed seal', 'DELETE FROM audit_seals WHERE id = 2', /^Seal 2 is missing/],
    [
      'two seals swapped',
      'UPDATE audit_seals SET id = CASE id WHEN 1 THEN -2 WHEN 2 THEN -1 ELSE -id END; UPDATE audit_seals SET id = -id',
      /^Seal 1 was changed/,
    ],
    ['a forged seal', `UPDATE audit_seals SET mac = sha256('mine') WHERE id = 3`, /^Seal 3 was forged/],
    ['a changed seal', `UPDATE audit_seals SET sealed_at = now() WHERE id = 1`, /^Seal 1 was changed/],
  ])('detect %s', async (_, statement, fault) => {
    await tamper(statement);
    const verdict = await verify();
    expect(verdict.first_fault).toMatch(fault);
    expect(verdict.intact).toBe(false);
  });

  it.each([
    'UPDATE audit_events SET action = action',
    'DELETE FROM audit_events',
    'TRUNCATE audit_events CASCADE',
  ])('protect tables that only grow: the database refuses %s', async (statement) => {
    await expect(query(statement)).rejects.toThrow('only added to');
  });

  it('detect a truncated trail by a printed head', async () => {
    const { head } = await verify();
    await tamper(
      `DELETE FROM audit_details WHERE event_id > (SELECT last_event_id FROM audit_seals WHERE id = 2)`,
    );
    await tamper(`DELETE FROM audit_events WHERE id > (SELECT last_event_id FROM audit_seals WHERE id = 2)`);
    await tamper('DELETE FROM audit_seals WHERE id = 3');
    expect((await verify()).intact).toBe(true);
    expect((await verify([sealKey], head ?? '')).first_fault).toMatch(/^Seal 3 .* the trail was cut/);
  });

  it('are written by one of several sealers, with each event in one of them', async () => {
    await addEvents(25);
    await Promise.all(Array.from({ length: 6 }, () => sealNow()));
    await seal();
    expect((await seals()).reduce((sum, { events }) => sum + events, 0)).toBe(34);
    expect(await verify()).toMatchObject({ intact: true, checked: 34 });
  });

  it('wait for an open transaction, and then contain its events and later ones', async () => {
    const open = await test.database.pool.connect();
    await open.query('BEGIN');
    await open.query(`INSERT INTO audit_events (action, details_hash) VALUES ('login', '')`);
    await addEvents(2);
    await sealNow();
    expect(await seals()).toHaveLength(3);
    await open.query('COMMIT');
    open.release();
    await seal();
    expect(await verify()).toMatchObject({ intact: true, checked: 12 });
  });

  it('stay valid when an erasure removes the details about a user and the client of staff', async () => {
    const [actorId, userId] = [uuidv7(), uuidv7()];
    await addEvents(1, { actorId, userId });
    await seal();
    const details = () =>
      test.database.prisma.auditDetails.findFirst({ where: { event: { actor_id: actorId } } });
    await eraseDetails(test.database, [userId]);
    expect(await details()).toMatchObject({ salt: null, details: null, ip_address: '192.0.2.7' });
    expect(await verify()).toMatchObject({ intact: true, checked: 10 });
    await eraseDetails(test.database, [actorId]);
    expect(await details()).toMatchObject({ client_salt: null, ip_address: null, user_agent: null });
    expect(await verify()).toMatchObject({ intact: true, checked: 10 });
  });
});

/** Inserts the rows like pg_restore, without triggers. */
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

/** A new server has already counted one or two thousand transactions. */
const countFurther = ({ pool }: Database) =>
  pool.query('DO $$ BEGIN FOR n IN 1..10000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$');

it('seals continue in a new epoch when the trail is restored to a server that has counted fewer transactions', async () => {
  await tamper('TRUNCATE audit_seals, audit_details, audit_events');
  await countFurther(test.database);
  await addEvents(9);
  await seal();
  // The copy is made between two seals.
  await addEvents(1);

  const postgres = await startEmbeddedPostgres({ dataDir, disposable: true });
  const restored = openDatabase(postgres.url);
  try {
    await applyMigrations(postgres.url, 'prisma/migrations');
    await copyTrail(test.database, restored);
    expect(await verify([sealKey], undefined, restored)).toMatchObject({ intact: true, checked: 9 });

    await addEvents(2, {}, restored);
    const sealed = async () => {
      await sealNow([sealKey], restored);
      return (await seals(restored)).map(({ epoch, events }) => [epoch, events]);
    };
    // The first events are those of the former server.
    const expected = [
      [1, 9],
      [1, 1],
      [2, 2],
    ];
    await expect.poll(sealed).toEqual(expected);
    await addEvents(1, {}, restored);
    await expect.poll(sealed).toEqual([...expected, [2, 1]]);
    expect(await verify([sealKey], undefined, restored)).toMatchObject({ intact: true, checked: 13 });
    await restored.pool.query('ALTER TABLE audit_events DISABLE TRIGGER USER');
    await restored.pool.query(
      `INSERT INTO audit_events (id, transaction_id, action, details_hash)
       SELECT min(id) - 1, (max(transaction_id::text::bigint) + 1)::text::xid8, 'login', '' FROM audit_events`,
    );
    expect((await verify([sealKey], undefined, restored)).first_fault).toMatch(
      /^Event \d+ was added outside/,
    );
  } finally {
    await restored.close();
    await postgres.stop();
  }
});
