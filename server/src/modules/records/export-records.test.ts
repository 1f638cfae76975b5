import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportIpRecords,
  ExportIpRecordsBody,
  exportLogRecords,
  linkIpRecordsExport,
  linkLogRecordsExport,
  listLogRecords,
} from 'contract/records/records.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selectBatch } from '#domain/lists/list-statements.ts';
import { statementTimeoutMs } from '#platform/database/database.ts';
import { useTestApp } from '#test/app.ts';
import { waitingForLocks } from '#test/database.ts';
import { createCaller, createUser, type TestUser } from '#test/factories.ts';
import { idleSecondsUntil } from '#test/idle-seconds.ts';
import { ipRecordList } from './records.list.ts';

const test = useTestApp();
let access: string;
let staff: TestUser;
beforeAll(async () => {
  ({ access, user: staff } = await createCaller(test, { is_staff: true }));
});
beforeEach(async () => {
  await test.database.pool.query('DELETE FROM log_records');
  await test.database.pool.query('DELETE FROM ip_records');
});

const post = (url: string, body: object = {}) =>
  request(test.app.server).post(url).set('authorization', `Bearer ${access}`).send(body);

const addLog = async (message: string, createdAt = '2026-01-31T00:00:00Z') => {
  const id = uuidv7();
  await test.database.pool.query(
    `INSERT INTO log_records (id, message, level, from_proxy, created_at) VALUES ($1, $2, 'ERROR', true, $3)`,
    [id, message, createdAt],
  );
  return id;
};
const addLogs = (count: number) =>
  test.database.pool.query(
    `INSERT INTO log_records (id, message, level, from_proxy, created_at)
     SELECT gen_random_uuid(), 'message ' || n % 7, 'INFO', false, now() - n % 11 * interval '1 minute'
     FROM generate_series(1, $1::int) AS n`,
    [count],
  );

/** The lines of a CSV without its header. Its cells contain no line breaks. */
const linesOf = (csv: string) => csv.split('\r\n').slice(1, -1);

const waitingCount = () => waitingForLocks(test.database);

const openExport = async (): Promise<IncomingMessage> => {
  const { port } = test.app.server.address() as AddressInfo;
  const outgoing = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: exportLogRecords.url,
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
  }).end('{}');
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response.pause();
};
const openResponses = () =>
  new Promise<number>((resolve, reject) =>
    test.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
const busyConnections = async () => {
  const { rows } = await test.database.pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'`,
  );
  return rows.length;
};

describe('exportLogRecords', () => {
  it('writes CSV as in RFC 4180, without a formula that a spreadsheet would run', async () => {
    const fullWidth = ['\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201'];
    const messages = [
      'plain',
      'a "quoted", one',
      '=1+1',
      '@cmd',
      '-2',
      '+3',
      'Ünïcode \u{1F680}',
      ...fullWidth,
    ];
    const ids: string[] = [];
    for (const message of messages) ids.push(await addLog(message));
    const { text, headers } = await post(exportLogRecords.url, { sort: 'oldest' }).expect(200);
    const rest = 'ERROR,true,2026-01-31T00:00:00.000Z';
    expect(text).toBe(
      [
        '\uFEFFid,message,level,from_proxy,created_at',
        `${ids[0]},plain,${rest}`,
        `${ids[1]},"a ""quoted"", one",${rest}`,
        `${ids[2]},'=1+1,${rest}`,
        `${ids[3]},'@cmd,${rest}`,
        `${ids[4]},'-2,${rest}`,
        `${ids[5]},'+3,${rest}`,
        `${ids[6]},Ünïcode \u{1F680},${rest}`,
        ...fullWidth.map((message, index) => `${ids[7 + index]},'${message},${rest}`),
        '',
      ].join('\r\n'),
    );
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="log-records-[\d-]{10}\.csv"$/),
      'x-total-count': '11',
      'cache-control': 'no-store',
    });
  });

  it.each(['latest', 'oldest', 'a-z', 'z-a'])(
    'writes every matching row once, %s, in the order of the list',
    async (sort) => {
      await addLogs(4_500);
      const lines = linesOf(
        (await post(exportLogRecords.url, { sort, message: 'MESSAGE' }).expect(200)).text,
      );
      expect(lines).toHaveLength(4_500);
      const ids = lines.map((line) => line.slice(0, 36));
      expect(new Set(ids).size).toBe(4_500);
      for (const page of [1, 21, 45]) {
        const { body } = await post(listLogRecords.url, { sort, message: 'message', page, page_size: 100 });
        expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(
          ids.slice((page - 1) * 100, page * 100),
        );
      }
    },
  );

  it('is recorded in the audit trail with its user and filter, and is a 404 without a match', async () => {
    await addLog('one');
    await post(exportLogRecords.url, { level: 'ERROR', message: 'ONE' }).expect(200);
    const { rows } = await test.database.pool.query<{ details: string }>(
      `SELECT details FROM audit_events JOIN audit_details ON event_id = id
       WHERE action = 'log_records_export' AND actor_id = $1 ORDER BY id DESC LIMIT 1`,
      [staff.id],
    );
    expect(JSON.parse(rows[0]?.details ?? '')).toMatchObject({
      matched: 1,
      filter: { level: 'ERROR', message: 'ONE' },
    });
    const { body } = await post(exportLogRecords.url, { message: 'nothing of the kind' }).expect(404);
    expect(body.msg).toBe('No logs found for the given filters');
    await post(exportLogRecords.url, { page: 1 }).expect(400);
  });

  it('uses no connection while its client is slow, and ends when the client disconnects', async () => {
    await test.database.pool.query(
      `INSERT INTO log_records (id, message, level, from_proxy)
       SELECT gen_random_uuid(), repeat('. ', 4000), 'INFO', false FROM generate_series(1, 4000)`,
    );
    const slowResponses: IncomingMessage[] = [];
    for (let reader = 0; reader < 3; reader += 1) slowResponses.push(await openExport());
    // No client reads, so all three exports pause, and lists still get their turn.
    await expect.poll(busyConnections).toBe(0);
    const { body } = await post(listLogRecords.url, { page_size: 1 }).expect(200);
    expect(body.totalLog).toBeGreaterThanOrEqual(4_000);
    for (const response of slowResponses) response.destroy();
    await expect.poll(openResponses).toBe(0);
    await expect.poll(busyConnections).toBe(0);
  });
});

it('listLogRecords cancels its statement when its client disconnects', async () => {
  const blocker = await test.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE log_records IN ACCESS EXCLUSIVE MODE');
  try {
    const aborted = new AbortController();
    const { port } = test.app.server.address() as AddressInfo;
    const errorName = fetch(`http://127.0.0.1:${port}${listLogRecords.url}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: '{"message":"any"}',
      signal: aborted.signal,
    }).catch((error: unknown) => (error as Error).name);
    await expect.poll(waitingCount).toBe(1);
    aborted.abort();
    expect(await errorName).toBe('AbortError');
    // Long before the timeout of a statement, which would also end it.
    const isCancelled = async () => (await waitingCount()) === 0;
    expect(await idleSecondsUntil(isCancelled)).toBeLessThan(statementTimeoutMs / 2_000);
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
});

describe('exportIpRecords', () => {
  it('writes usernames in their order, and none for unknown identifiers', async () => {
    const [zoe, ann] = [
      await createUser(test, { username: 'zoe' }),
      await createUser(test, { username: 'Ann' }),
    ];
    await test.database.pool.query(
      `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
       SELECT gen_random_uuid(), (ARRAY[$1, $2, NULL]::uuid[])[n % 3 + 1], '192.0.2.1', 'login', '2026-01-31T00:00Z'
       FROM generate_series(1, 7500) AS n`,
      [zoe.id, ann.id],
    );
    const { text, headers } = await post(exportIpRecords.url, { sort: 'a-z' }).expect(200);
    const rows = linesOf(text);
    expect(headers['x-total-count']).toBe('7500');
    expect(rows.map((line) => line.split(',')[1])).toEqual([
      ...Array.from({ length: 2_500 }, () => 'Ann'),
      ...Array.from({ length: 2_500 }, () => 'zoe'),
      ...Array.from({ length: 2_500 }, () => ''),
    ]);
    expect(new Set(rows).size).toBe(7_500);
    const ids = rows.map((line) => line.slice(0, 36));
    for (const start of [0, 2_500, 5_000]) {
      const idsOfUser = ids.slice(start, start + 2_500);
      expect(idsOfUser).toEqual(idsOfUser.toSorted());
    }
    const reversed = await post(exportIpRecords.url, { sort: 'z-a' }).expect(200);
    expect(linesOf(reversed.text)).toEqual(rows.toReversed());
    expect(rows[0]).toMatch(/^[0-9a-f-]{36},Ann,192\.0\.2\.1,login,2026-01-31T00:00:00\.000Z$/);
  });

  it('sorted by username reads only the matching records if they are few, however many users exist', async () => {
    const users = 10_000;
    await test.database.pool.query(
      `WITH people AS (
         INSERT INTO users (id, username, email, password_hash)
         SELECT gen_random_uuid(), 'many-' || n, 'many-' || n || '@example.org', '' FROM generate_series(1, $1::int) AS n
         RETURNING id
       )
       INSERT INTO ip_records (id, user_id, ip_address, action) SELECT gen_random_uuid(), id, '192.0.2.1', 'login' FROM people`,
      [users],
    );
    await test.database.pool.query(
      `UPDATE ip_records SET action = 'password_reset' WHERE id IN (SELECT id FROM ip_records LIMIT 20)`,
    );
    await test.database.pool.query('ANALYZE users, ip_records');
    const filter = ExportIpRecordsBody.parse({ action: 'password_reset', sort: 'a-z' });
    const { text, values } = selectBatch(ipRecordList, filter, { cursor: undefined, limit: 1_000, rows: 20 });
    const { rows } = await test.database.pool.query<Record<'QUERY PLAN', string>>({
      text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${text}`,
      values,
    });
    const read = rows.map((row) => row['QUERY PLAN']).join('\n');
    const blocks = Number(/Buffers: shared hit=(\d+)/.exec(read)?.[1]);
    expect(blocks).toBeLessThan(users);
  });
});

let agent: Awaited<ReturnType<typeof createCaller>>;

const postAsAgent = (url: string, body: object = {}) =>
  request(test.app.server).post(url).set('authorization', `Bearer ${agent.access}`).send(body);

/** Downloads without credentials, like a browser. */
const download = (path: string) => request(test.app.server).get(path);

async function createExportPath(body: object = {}, url = linkIpRecordsExport.url): Promise<string> {
  const response = await postAsAgent(url, body).expect(200);
  return new URL(response.body.url).pathname;
}

describe('the single-use URL of an export', () => {
  beforeEach(async () => {
    agent = await createCaller(test, { is_staff: true });
  });

  it('sends the matching file once, however many clients request it at a time', async () => {
    const { username } = agent.user;
    const path = await createExportPath({ user: username, created_before: '2100-01-31' });
    const responses = await Promise.all(Array.from({ length: 20 }, () => download(path)));
    const [fileResponse, ...others] = responses.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(19);
    expect(fileResponse?.text.split('\r\n')).toEqual([
      '\uFEFFid,user,ip_address,action,created_at',
      expect.stringContaining(`,${username},127.0.0.1,login,`),
      '',
    ]);
    expect(fileResponse?.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="ip-records-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'x-total-count': '1',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(await test.database.prisma.exportLink.count()).toBe(0);
  });

  it('names the file after the reader’s day, and is not used up by a day that does not exist', async () => {
    const path = await createExportPath();
    await download(`${path}?on=2026-02-30`).expect(400);
    await download(`${path}?on=2026-02-28`)
      .expect(200)
      .expect('content-disposition', 'attachment; filename="ip-records-2026-02-28.csv"');
  });

  it('is not used up by HEAD, which exports and records nothing', async () => {
    const path = await createExportPath();
    const events = await test.database.prisma.auditEvent.count();
    const response = await request(test.app.server).head(path).expect(200);
    expect(response.headers).not.toHaveProperty('x-total-count');
    expect(await test.database.prisma.auditEvent.count()).toBe(events);
    await download(path).expect(200);
  });

  it('is refused after 60 seconds, if it is invalid, or with another token', async () => {
    const path = await createExportPath();
    const [id = ''] = /[\da-f-]{36}/.exec(path) ?? [];
    const other = await createExportPath();
    const [otherId = ''] = /[\da-f-]{36}/.exec(other) ?? [];
    await download(path.replace(id, otherId)).expect(404);
    await download(path.replace(/[^/]+\/$/, 'x/')).expect(404);
    await test.database.pool.query(
      `UPDATE export_links SET expires_at = expires_at - interval '60 seconds' WHERE id = $1`,
      [id],
    );
    await download(path).expect(404);
    await download(other).expect(200);
  });

  it.each([
    ['its session ends', 'UPDATE sessions SET revoked_at = now() WHERE user_id = $1', 404],
    ['its user is disabled', 'UPDATE users SET is_active = false WHERE id = $1', 401],
    ['its user is no longer staff', 'UPDATE users SET is_staff = false WHERE id = $1', 403],
  ])('is refused once %s', async (_what, statement, status) => {
    const path = await createExportPath();
    await test.database.pool.query(statement, [agent.user.id]);
    await download(path).expect(status);
  });

  it('is a 404 like the list without a match, and is valid for no other body', async () => {
    await postAsAgent(linkLogRecordsExport.url, { level: 'LOUD' }).expect(400);
    const path = await createExportPath({ message: 'nobody ever wrote this' }, linkLogRecordsExport.url);
    expect((await download(path).expect(404)).body.msg).toBe('No logs found for the given filters');
  });
});
