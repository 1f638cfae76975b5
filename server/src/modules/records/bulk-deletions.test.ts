import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportAuditRecords,
  listAuditRecords,
  listTimeline,
  verifyAuditTrail,
} from 'contract/audit/audit.ts';
import {
  deleteIpRecords,
  deleteLogRecords,
  exportIpRecords,
  exportLogRecords,
  listRecordDeletions,
} from 'contract/records/records.ts';
import type { PoolClient } from 'pg';
import request from 'supertest';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { beginBulkAction } from '#audit/bulk-actions.ts';
import { countBatch, endAbandonedBulkActions, lockBulkAction } from '#audit/bulk-actions.queries.ts';
import { sealAll } from '#modules/audit/sealer.ts';
import { useTestApp } from '#test/app.ts';
import { waitingForLocks } from '#test/database.ts';
import { createCaller } from '#test/factories.ts';
import { queuedJobs } from '#test/jobs.ts';
import { continueDeletion } from './bulk-deletions.service.ts';

const test = useTestApp();
let staff: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  staff = await createCaller(test, { username: 'agent.k', is_superuser: true });
});

const post = (url: string, body: object = {}) =>
  request(test.app.server).post(url).set('authorization', `Bearer ${staff.access}`).send(body);
const count = async (table: string) =>
  Number(
    (await test.database.pool.query(`SELECT count(*) FROM ${table} WHERE created_at < '2026-02-01'`)).rows[0]
      .count,
  );

/** Adds records, one for each second from midnight of 2026-01-01 (UTC). */
const add = (table: string, many: number) =>
  table === 'ip_records'
    ? test.database.pool.query(
        `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
         SELECT gen_random_uuid(), $2, '192.0.2.1', 'login', '2026-01-01T00:00Z'::timestamptz + n * interval '1 second'
         FROM generate_series(0, $1::int - 1) AS n`,
        [many, staff.user.id],
      )
    : test.database.pool.query(
        `INSERT INTO log_records (id, message, level, from_proxy, created_at)
         SELECT gen_random_uuid(), 'number ' || n, 'ERROR', false, '2026-01-01T00:00Z'::timestamptz + n * interval '1 second'
         FROM generate_series(0, $1::int - 1) AS n`,
        [many],
      );

interface Event {
  action: string;
  details: Record<string, unknown>;
}

/** All stored events of staff's bulk actions, the oldest first. */
async function storedEvents(): Promise<Event[]> {
  const { rows } = await test.database.pool.query<{ action: string; details: string }>(
    `SELECT action, details FROM audit_events JOIN audit_details ON event_id = id
     WHERE actor_id = $1 AND (action LIKE '%records_%' OR action LIKE 'bulk%') ORDER BY id`,
    [staff.user.id],
  );
  return rows.map(({ action, details }) => ({ action, details: JSON.parse(details) }));
}

/** The records of bulk actions in the reader. */
async function readEvents(): Promise<Event[]> {
  const { body } = await post(listAuditRecords.url, { actor: staff.user.id, page_size: 100 }).expect(200);
  const { data, totalAudit } = body as { data: Event[]; totalAudit: number };
  expect(data).toHaveLength(totalAudit);
  return data.filter(({ action }) => /records_|bulk/.test(action)).toReversed();
}

const logMessages = async () => {
  const { rows } = await test.database.pool.query<{ message: string }>(
    `SELECT message FROM log_records WHERE message LIKE 'agent.k%' AND message ~ 'delet|export' ORDER BY created_at, id`,
  );
  return rows.map(({ message }) => message);
};

const openResponses = () =>
  new Promise<number>((resolve, reject) =>
    test.app.server.getConnections((error, open) => (error ? reject(error) : resolve(open))),
  );

beforeEach(async () => {
  await test.database.pool.query('DELETE FROM log_records; DELETE FROM ip_records');
  // Every test begins with an empty trail of this user.
  staff = await createCaller(test, { username: `agent.k${Date.now()}`, is_superuser: true });
});

const kinds = [
  {
    kind: 'ip',
    table: 'ip_records',
    url: deleteIpRecords.url,
    action: 'ip_records_delete',
    noun: 'IP records',
  },
  {
    kind: 'log',
    table: 'log_records',
    url: deleteLogRecords.url,
    action: 'log_records_delete',
    noun: 'log records',
  },
] as const;

/** Each deletion of the last record with the message or IP address of `held` waits until the returned function is called. */
async function holdLast(table: string): Promise<() => Promise<void>> {
  const holder: PoolClient = await test.database.pool.connect();
  await holder.query('SELECT pg_advisory_lock(4242)');
  await test.database.pool.query(
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(4242); RETURN OLD; END';
     CREATE TRIGGER hold BEFORE DELETE ON ${table} FOR EACH ROW
       WHEN (OLD.created_at = '2026-01-01T00:25Z') EXECUTE FUNCTION hold();`,
  );
  onTestFinished(async () => void (await test.database.pool.query('DROP FUNCTION hold CASCADE')));
  return async () => {
    await holder.query('SELECT pg_advisory_unlock(4242)');
    holder.release();
  };
}

describe.each(kinds)('a deletion of $noun by filter', ({ kind, table, url, action, noun }) => {
  it('is two events, of its beginning and its end, which the reader shows as one, without a list of ids', async () => {
    await add(table, 2_500);
    const filter = { created_after: '2025-12-31', created_before: '2026-01-31' };
    const refused = [
      { filter: { page: 1 } },
      { filter: [] },
      { filter, until: 'soon' },
      { filter, ids: [staff.user.id] },
    ];
    for (const body of refused) await post(url, body).expect(400);
    const until = '2026-01-01T00:40:00Z';
    expect((await post(url, { filter, until }).expect(200)).body).toMatchObject({ deleted: 2_401 });
    expect(await count(table)).toBe(99);
    const [begin, end, ...more] = await storedEvents();
    expect(more).toEqual([]);
    const details = {
      filter: { created_after: '2025-12-31T00:00:00.000Z', created_before: '2026-01-01T00:40:00.000Z' },
      matched: 2_401,
    };
    expect(begin).toEqual({ action, details });
    expect(end).toEqual({
      action: 'bulk_action_end',
      details: { begin_event: expect.stringMatching(/^\d+$/), deleted: 2_401, complete: true },
    });
    expect(await readEvents()).toEqual([
      expect.objectContaining({ action, details: { ...details, deleted: 2_401, complete: true } }),
    ]);
    expect(await logMessages()).toEqual([
      `${staff.user.username} began to delete 2,401 ${noun}.`,
      `${staff.user.username} deleted 2,401 of 2,401 ${noun}.`,
    ]);
  });

  it('without a match deletes and records nothing', async () => {
    expect((await post(url, { filter: { created_before: '2020-01-01' } }).expect(200)).body.deleted).toBe(0);
    expect(await storedEvents()).toEqual([]);
  });

  it('of more than 100,000 goes on in the background, with a progress that everybody on the list can read', async () => {
    await add(table, 100_001);
    const begun = await post(url, { filter: { created_before: '2026-01-31' } }).expect(202);
    expect(begun.body).toEqual({
      msg: 'The deletion has begun. The list shows its progress.',
      progress: { id: expect.any(String), matched: 100_001, deleted: 0, complete: null },
    });
    const progress = async () => {
      const response = await request(test.app.server)
        .get(listRecordDeletions.url)
        .query({ kind })
        .set('authorization', `Bearer ${staff.access}`)
        .expect(200);
      return response.body.data as object[];
    };
    expect(await progress()).toEqual([begun.body.progress]);
    await test.database.pool.query(
      `DELETE FROM ${table} WHERE created_at BETWEEN '2026-01-01T00:50Z' AND '2026-01-31'`,
    );
    const jobs = (await queuedJobs(test.database)).filter(({ task }) => task === 'delete_records');
    expect(jobs.at(-1)?.payload).toEqual({ id: begun.body.progress.id });
    // As after a kill, when a job runs twice.
    await Promise.all([1, 2].map(() => continueDeletion(test.dependencies, { id: begun.body.progress.id })));
    expect(await count(table)).toBe(0);
    expect(await progress()).toEqual([{ ...begun.body.progress, deleted: 3_000, complete: true }]);
    expect((await readEvents()).map(({ details }) => details)).toEqual([
      expect.objectContaining({ matched: 100_001, deleted: 3_000, complete: true }),
    ]);
    const { rows } = await test.database.pool.query(
      'SELECT filter FROM bulk_actions WHERE filter IS NOT NULL',
    );
    expect(rows).toEqual([]);
  });

  it('whose client disconnects ends after the batch in progress, and records what was deleted', async () => {
    await add(table, 2_100);
    const release = await holdLast(table);
    const { port } = test.app.server.address() as AddressInfo;
    const outgoing = httpRequest({
      port,
      method: 'POST',
      path: url,
      headers: { authorization: `Bearer ${staff.access}`, 'content-type': 'application/json' },
    });
    outgoing.end(JSON.stringify({ filter: { created_before: '2026-01-31' } }));
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    outgoing.on('error', () => {}).destroy();
    await expect.poll(openResponses).toBe(0);
    await release();
    await expect.poll(async () => (await storedEvents()).length).toBe(2);
    const remaining = await count(table);
    expect((await readEvents())[0]?.details).toMatchObject({ deleted: 2_100 - remaining, complete: false });
    expect(remaining).toBe(100);
  });
});

describe('a deletion of log records by filter', () => {
  const { table, url, action, noun } = kinds[1];

  it('that fails between two batches records what was deleted until then', async () => {
    await add(table, 2_500);
    await test.database.pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
       CREATE TRIGGER fail BEFORE DELETE ON ${table} FOR EACH ROW
         WHEN (OLD.created_at = '2026-01-01T00:25Z') EXECUTE FUNCTION fail();`,
    );
    onTestFinished(async () => void (await test.database.pool.query('DROP FUNCTION fail CASCADE')));
    await post(url, { filter: { created_before: '2026-01-31' } }).expect(500);
    expect(await count(table)).toBe(1_500);
    expect((await readEvents()).map(({ details }) => details)).toEqual([
      expect.objectContaining({ matched: 2_500, deleted: 1_000, complete: false }),
    ]);
    expect((await logMessages()).at(-1)).toBe(
      `${staff.user.username} deleted 1,000 of 2,500 ${noun} and was interrupted.`,
    );
  });

  it('that was killed is ended later, once, with the number that its batches have stored', async () => {
    const caller = { user: staff.user };
    const clientInfo = { ipAddress: '192.0.2.1', userAgent: 'test', fromProxy: false };
    const bulk = { action, verb: 'delete', noun, filter: { level: null }, matched: 2_500 } as const;
    const id = await beginBulkAction(test.database, { caller, clientInfo }, bulk);
    await countBatch(test.database, id, 1_000, null);
    await endAbandonedBulkActions(test.database);
    expect(await storedEvents()).toHaveLength(1);
    await test.database.pool.query(`UPDATE bulk_actions SET seen_at = now() - interval '6 minutes'`);
    await test.database.prisma.$transaction(async (tx) => {
      // A batch is in progress, so the process is alive.
      await lockBulkAction(tx, id);
      await endAbandonedBulkActions(test.database);
    });
    expect(await storedEvents()).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => endAbandonedBulkActions(test.database)));
    expect((await storedEvents()).map(({ details }) => details)).toEqual([
      { filter: {}, matched: 2_500 },
      expect.objectContaining({ deleted: 1_000, complete: false }),
    ]);
    expect(await lockBulkAction(test.database, id)).toEqual([]);
  });
});

describe.each([
  { url: exportIpRecords.url, table: 'ip_records', action: 'ip_records_export' },
  { url: exportLogRecords.url, table: 'log_records', action: 'log_records_export' },
])('the export to $table', ({ url, table, action }) => {
  it('is one event in the reader, with the number that matched and the number that was sent', async () => {
    await add(table, 2_500);
    const filter = { created_before: '2026-01-31' };
    await post(url, filter).expect(200);
    await expect.poll(async () => (await storedEvents()).length).toBe(2);
    expect(await readEvents()).toEqual([
      expect.objectContaining({
        action,
        details: {
          filter: { created_before: '2026-01-31T23:59:59.999Z', sort: 'latest' },
          matched: 2_500,
          exported: 2_500,
          complete: true,
        },
      }),
    ]);
  });
});

it('an export whose client disconnects says how much was sent', async () => {
  await test.database.pool.query(
    `INSERT INTO log_records (id, message, level, from_proxy, created_at)
     SELECT gen_random_uuid(), repeat('. ', 4000), 'INFO', false, '2026-01-01' FROM generate_series(1, 6000)`,
  );
  const { port } = test.app.server.address() as AddressInfo;
  const outgoing = httpRequest({
    port,
    method: 'POST',
    path: exportLogRecords.url,
    headers: { authorization: `Bearer ${staff.access}`, 'content-type': 'application/json' },
  });
  outgoing.end('{}');
  await once(outgoing, 'response');
  outgoing.on('error', () => {}).destroy();
  await expect.poll(async () => (await storedEvents()).length).toBe(2);
  const [event] = await readEvents();
  expect(event?.details).toMatchObject({ complete: false });
  expect(event?.details['exported']).toBeLessThan(6_000);
});

it('the two events are sealed and verified as two, and every reader shows one', async () => {
  await add('log_records', 10);
  await post(deleteLogRecords.url, { filter: { created_before: '2026-01-31' } }).expect(200);
  await post(deleteLogRecords.url, { filter: { created_before: '2026-01-31' } }).expect(200);
  expect(await storedEvents()).toHaveLength(2);
  await sealAll({ database: test.database, keys: [test.dependencies.keys.auditSeal] });
  const { body } = await post(verifyAuditTrail.url).expect(200);
  expect(body.data).toMatchObject({ intact: true });
  const timeline = await post(listTimeline.url, { user_id: staff.user.id }).expect(200);
  const actions = (timeline.body.data as Event[]).map(({ action }) => action);
  // The second one has found nothing, which is a search.
  expect(actions.filter((action) => /delete|bulk/.test(action ?? ''))).toEqual([
    'deleteLogRecords',
    'log_records_delete',
  ]);
  const { text } = await post(exportAuditRecords.url, { actor: staff.user.id }).expect(200);
  expect(text).not.toContain('bulk_action_end');
  expect(text).toContain('""deleted"":10');
});
