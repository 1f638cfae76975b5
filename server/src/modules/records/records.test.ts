import {
  deleteIpRecords,
  deleteLogRecords,
  type IpRecord,
  listIpRecords,
  listLogRecords,
  type LogRecord,
} from 'contract/records/records.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createCaller, createUser, type TestUser } from '#test/factories.ts';

const test = useTestApp();
let access: string;
let staff: TestUser;

beforeAll(async () => {
  ({ access, user: staff } = await createCaller(test, { username: 'staff', is_staff: true }));
});

const post = (url: string, body?: object) =>
  request(test.app.server).post(url).set('authorization', `Bearer ${access}`).send(body);

/** Creates records one second apart, the first at midnight of 2026-01-31 (UTC). */
const momentOf = (index: number) => new Date(Date.UTC(2026, 0, 31, 0, 0, index));

async function addLogs(
  ...logs: Partial<Pick<LogRecord, 'message' | 'level' | 'from_proxy' | 'created_at'>>[]
) {
  const usual = { message: 'a message', level: 'INFO', from_proxy: false };
  const data = logs.map((log, index) => ({ id: uuidv7(), created_at: momentOf(index), ...usual, ...log }));
  await test.database.prisma.logRecord.createMany({ data });
  return data.map(({ id }) => id);
}

async function addIps(...records: { user?: TestUser; action?: IpRecord['action']; created_at?: string }[]) {
  const data = records.map(({ user, ...record }, index) => ({
    id: uuidv7(),
    user_id: user?.id ?? null,
    ip_address: `192.0.2.${index}`,
    action: 'login',
    created_at: momentOf(index),
    ...record,
  }));
  await test.database.prisma.ipRecord.createMany({ data });
  return data.map(({ id }) => id);
}

const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id);

const listLogs = (filter: object) => post(listLogRecords.url, filter);
const findLogs = async (filter: object) => idsOf(await listLogs(filter).expect(200));
const listIps = (filter: object) => post(listIpRecords.url, filter);
const findIps = async (filter: object) => idsOf(await listIps(filter).expect(200));
const pages = async (paging: object) => {
  const answer = await listLogs(paging).expect(200);
  const { totalLog, numOfPages, page } = answer.body as Record<string, number>;
  return { ids: idsOf(answer), totalLog, numOfPages, page };
};

const messagesOf = async (filter: object) => {
  const { body } = await listLogs(filter).expect(200);
  return (body as { data: LogRecord[] }).data.map(({ message }) => message);
};

describe('listLogRecords', () => {
  beforeEach(() => test.database.pool.query('DELETE FROM log_records'));

  it('matches any part of the message in any letter case, and treats every character as plain text', async () => {
    const odd = ['100% sure', 'under_score', 'back\\slash', 'Ünïcode', "quote ' OR 1=1 --", '(a|b)*[c]'];
    await addLogs(...odd.map((message) => ({ message })), { message: 'plain 100 under-score' });
    expect(await messagesOf({ message: 'SURE' })).toEqual(['100% sure']);
    expect(await messagesOf({ message: '0%' })).toEqual(['100% sure']);
    expect(await messagesOf({ message: 'r_s' })).toEqual(['under_score']);
    expect(await messagesOf({ message: 'k\\S' })).toEqual(['back\\slash']);
    expect(await messagesOf({ message: 'ÜNÏ' })).toEqual(['Ünïcode']);
    expect(await messagesOf({ message: "' or 1=1 --" })).toEqual(["quote ' OR 1=1 --"]);
    expect(await messagesOf({ message: '(A|B)*[C]' })).toEqual(['(a|b)*[c]']);
    for (const message of ['.*', '%%', '__', '\\\\']) await listLogs({ message }).expect(404);
  });

  it('filters by level, by proxy as boolean or text, and by whole days', async () => {
    const [early, middle, late] = await addLogs(
      { level: 'ERROR', created_at: '2026-01-30T23:59:59.999Z' },
      { level: 'INFO', from_proxy: true, created_at: '2026-01-31T23:59:59.999Z' },
      { level: 'ERROR', created_at: '2026-02-01T00:00:00.000Z' },
    );
    expect(await findLogs({ level: 'error' })).toEqual([late, early]);
    expect(await findLogs({ level: 'ALL', message: '', from_proxy: null })).toEqual([late, middle, early]);
    for (const from_proxy of [true, 'true', 'True']) expect(await findLogs({ from_proxy })).toEqual([middle]);
    for (const from_proxy of [false, 'False']) expect(await findLogs({ from_proxy })).toEqual([late, early]);
    expect(await findLogs({ from_proxy: 'all' })).toHaveLength(3);
    expect(await findLogs({ created_before: '2026-01-31' })).toEqual([middle, early]);
    expect(await findLogs({ created_after: '2026-01-31' })).toEqual([late, middle]);
    expect(await findLogs({ created_after: '2026-01-31', created_before: '2026-01-31' })).toEqual([middle]);
    expect(await findLogs({ created_after: '2026-02-01T10:00:00+10:00' })).toEqual([late]);
    expect(await findLogs({ created_after: '2026-02-01T00:00' })).toEqual([late]);
    expect(await findLogs({ created_before: '2026-01-31T23:59:59.998Z', level: 'ERROR' })).toEqual([early]);
  });

  it('sorts by time or by message, then by id', async () => {
    const at = '2026-01-31T00:00:00.000Z';
    const [b, a1, a2, c] = await addLogs(
      { message: 'b', created_at: at },
      { message: 'A', created_at: at },
      { message: 'a', created_at: at },
      { message: 'C' },
    );
    expect(await findLogs({ sort: 'oldest' })).toEqual([b, a1, a2, c]);
    expect(await findLogs({ sort: 'latest' })).toEqual([c, a2, a1, b]);
    expect(await findLogs({})).toEqual([c, a2, a1, b]);
    expect(await findLogs({ sort: 'a-z' })).toEqual([a1, a2, b, c]);
    expect(await findLogs({ sort: 'z-a' })).toEqual([c, b, a2, a1]);
  });

  it('returns pages of 10, or of the requested size, and the last one for any page past the end', async () => {
    const ids = await addLogs(...Array.from({ length: 23 }, () => ({})));
    const latest = ids.toReversed();
    const sizes = { totalLog: 23, numOfPages: 3 };
    expect(await pages({})).toEqual({ ids: latest.slice(0, 10), ...sizes, page: 1 });
    expect(await pages({ page: '2' })).toEqual({ ids: latest.slice(10, 20), ...sizes, page: 2 });
    const last = { ids: latest.slice(20), ...sizes, page: 3 };
    for (const page of [3, 4, '99999999999999999999', Number.MAX_SAFE_INTEGER]) {
      expect(await pages({ page })).toEqual(last);
    }
    for (const sort of ['oldest', 'a-z']) {
      expect((await pages({ sort, page: 3 })).ids).toEqual(ids.slice(20));
    }
    expect(await pages({ page_size: 9, page: 2 })).toMatchObject({ ids: latest.slice(9, 18), numOfPages: 3 });
    expect((await pages({ page_size: '100' })).ids).toEqual(latest);
  });

  it('finds every page of every level from either end by the totals of each day', async () => {
    const days: string[] = Array.from(
      { length: 40 },
      (_, n) => `2026-01-${String((n % 7) * 4 + 1).padStart(2, '0')}`,
    );
    await addLogs(
      ...days.map((day, n) => ({
        level: n % 3 === 0 ? ('ERROR' as const) : ('INFO' as const),
        created_at: `${day}T0${n % 9}:00:00Z`,
      })),
    );
    for (const filter of [{}, { level: 'ERROR' }, { level: 'INFO', sort: 'oldest' }, { sort: 'oldest' }]) {
      const all = await findLogs({ ...filter, page_size: 100 });
      const paged = [];
      for (let page = 1; page <= Math.ceil(all.length / 3); page += 1) {
        paged.push(...(await findLogs({ ...filter, page, page_size: 3 })));
      }
      expect(paged).toEqual(all);
    }
  });

  it.each([
    ['page', [0, -1, '0', '1.5', 'x', true, {}]],
    ['page_size', [0, 101, '-1', 'x']],
    ['level', ['FATAL', 'WARN', 'ALLES']],
    ['from_proxy', ['yes', 2]],
    ['created_before', ['2026-02-30', '2026-13-01', 'yesterday', '31/01/2026', '0000-01-01', 20_260_131]],
    ['created_after', ['2026-01-31T25:00:00Z', '2026-01-31T24:30:00', []]],
    ['sort', ['newest', 'asc; DROP TABLE users']],
    ['message', ['x'.repeat(301), 'nul\u0000', { $ne: '' }]],
    ['user', ['a field of another list']],
  ])('refuses an invalid %s, and names it', async (field, values) => {
    for (const value of values) {
      const { body } = await listLogs({ [field]: value }).expect(400);
      expect([value, body.code, Object.keys(body.details as object)]).toEqual([
        value,
        'validation_failed',
        [field],
      ]);
    }
  });

  it('returns 404 with its message without a match', async () => {
    await addLogs({});
    const { body } = await listLogs({ message: 'no such text' }).expect(404);
    expect(body).toMatchObject({ msg: 'No logs found for the given filters', code: 'not_found' });
  });
});

describe('listIpRecords', () => {
  let ada: TestUser;
  let bob: TestUser;
  beforeAll(async () => {
    ada = await createUser(test, { username: 'Ada.L' });
    bob = await createUser(test, { username: 'bob_2' });
  });
  beforeEach(() => test.database.pool.query('DELETE FROM ip_records'));

  it('filters by any part of the username, by the exact action, and by time', async () => {
    const [first, second, third] = await addIps(
      { user: ada },
      { user: bob, action: 'login_failed' },
      { action: 'login_failed', created_at: '2026-02-01T00:00:00Z' },
    );
    expect(await findIps({})).toEqual([third, second, first]);
    expect(await findIps({ user: 'ADA' })).toEqual([first]);
    expect(await findIps({ user: 'b_2' })).toEqual([second]);
    expect(await findIps({ action: 'login_failed' })).toEqual([third, second]);
    expect(await findIps({ action: 'ALL', user: '' })).toHaveLength(3);
    expect(await findIps({ created_before: '2026-01-31', action: 'login_failed' })).toEqual([second]);
    expect(await findIps({ user: bob.id })).toEqual([second]);
    const nothing = [
      { user: '%' },
      { user: 'adal' },
      { user: 'login' },
      { action: 'LOGIN' },
      { action: 'log' },
    ];
    for (const filter of nothing) {
      const { body } = await listIps(filter).expect(404);
      expect(body.msg).toBe('No IPs found for the given filters');
    }
  });

  it('filters by an IP address or a network, of version 4 or 6, and refuses everything else', async () => {
    const addresses = ['192.0.2.7', '192.0.2.200', '198.51.100.7', '2001:db8::7', '2001:db8:1::7'];
    const ids = await addIps(...addresses.map(() => ({ user: ada })));
    for (const [index, address] of addresses.entries()) {
      await test.database.pool.query('UPDATE ip_records SET ip_address = $2 WHERE id = $1', [
        ids[index],
        address,
      ]);
    }
    const at = async (ip_address: string) =>
      (await findIps({ ip_address, sort: 'oldest' })).map((id) => addresses[ids.indexOf(id)]);
    expect(await at('192.0.2.7')).toEqual(['192.0.2.7']);
    expect(await at('192.0.2.0/24')).toEqual(['192.0.2.7', '192.0.2.200']);
    expect(await at('192.0.2.9/25')).toEqual(['192.0.2.7']);
    expect(await at('2001:DB8:0:0::7')).toEqual(['2001:db8::7']);
    expect(await at('2001:db8::/32')).toEqual(['2001:db8::7', '2001:db8:1::7']);
    expect(await findIps({ ip_address: '', sort: 'a-z' })).toHaveLength(5);
    for (const ip_address of ['192.0.2', '192.0.2.0/33', 'ada', '192.0.2.7 ', '::/129']) {
      const { body } = await listIps({ ip_address }).expect(400);
      expect(Object.keys(body.details as object)).toEqual(['ip_address']);
    }
  });

  it('filters by an IP address with a zone, and by an IPv4-mapped network', async () => {
    const addresses = ['192.0.2.7', '198.51.100.7', 'fe80::7'];
    const ids = await addIps(...addresses.map(() => ({ user: ada })));
    for (const [index, address] of addresses.entries()) {
      await test.database.prisma.ipRecord.update({
        where: { id: ids[index]! },
        data: { ip_address: address },
      });
    }
    for (const filter of ['fe80::7%eth0', 'fe80::1%eth0/64']) {
      expect(await findIps({ ip_address: filter })).toEqual([ids[2]]);
    }
    expect(await findIps({ ip_address: '::ffff:192.0.2.0/120' })).toEqual([ids[0]]);
  });

  it('sorts by username, then by id, and unknown identifiers after all names', async () => {
    const [b1, a1, none1, a2, none2] = await addIps(
      { user: bob },
      { user: ada },
      {},
      { user: ada, created_at: '2020-01-01T00:00:00Z' },
      {},
    );
    const sorted = async (sort: string, page = 1, page_size = 10) =>
      idsOf(await listIps({ sort, page, page_size }).expect(200));
    expect(await sorted('a-z')).toEqual([a1, a2, b1, none1, none2]);
    expect(await sorted('z-a')).toEqual([none2, none1, b1, a2, a1]);
    expect(await sorted('oldest')).toEqual([a2, b1, a1, none1, none2]);
    // Pages across the boundary between usernames and unknown identifiers, from either end.
    expect(await sorted('a-z', 2, 2)).toEqual([b1, none1]);
    expect(await sorted('a-z', 3, 2)).toEqual([none2]);
    expect(await sorted('z-a', 1, 3)).toEqual([none2, none1, b1]);
    expect(await sorted('z-a', 2, 3)).toEqual([a2, a1]);
    const { body } = await listIps({ sort: 'a-z' }).expect(200);
    expect(body).toMatchObject({ totalIp: 5, numOfPages: 1, page: 1 });
    expect((body as { data: IpRecord[] }).data.map(({ user }) => user)).toEqual([
      'Ada.L',
      'Ada.L',
      'bob_2',
      null,
      null,
    ]);
  });
});

describe.each([
  ['deleteIpRecords', deleteIpRecords.url, 'ip_records', 'Ip deleted successfully'],
  ['deleteLogRecords', deleteLogRecords.url, 'log_records', 'Log(s) deleted successfully'],
] as const)('%s', (operation, url, table, msg) => {
  const count = async () =>
    (await test.database.pool.query(`SELECT FROM ${table} WHERE created_at < '2026-02-01'`)).rowCount;
  const add = (many: number) =>
    table === 'ip_records'
      ? addIps(...Array.from({ length: many }, () => ({ user: staff })))
      : addLogs(...Array.from({ length: many }, () => ({})));
  beforeEach(() => test.database.pool.query(`DELETE FROM ${table}`));

  it('deletes the existing records, counts each once, and records the ids and the actor', async () => {
    const [one, two, three] = await add(3);
    const answer = await post(url, { ids: [one, two?.toUpperCase(), one, uuidv7()] }).expect(200);
    expect(answer.body).toEqual({ msg, deleted: 2 });
    expect(await count()).toBe(1);
    const { rows } = await test.database.pool.query(
      `SELECT actor_id, action, details::json->'ids' AS ids FROM audit_events JOIN audit_details ON event_id = id
       WHERE action LIKE '%_delete' ORDER BY id DESC LIMIT 1`,
    );
    const action = operation === 'deleteIpRecords' ? 'ip_records_delete' : 'log_records_delete';
    expect(rows).toEqual([{ actor_id: staff.id, action, ids: expect.arrayContaining([one, two]) }]);
    expect(rows[0].ids).not.toContain(three);
  });

  it('refuses anything except 1 to 1,000 ids, and then deletes nothing', async () => {
    const [id] = await add(1);
    const refused = [
      undefined,
      {},
      { ids: [] },
      { ids: null },
      { ids: id },
      { ids: [1] },
      { ids: [id, 'x'] },
    ];
    const tooMany = { ids: [id, ...Array.from({ length: 1_000 }, () => uuidv7())] };
    for (const body of [...refused, tooMany, { ids: [id], all: true }]) {
      expect((await post(url, body).expect(400)).body.code).toBe('validation_failed');
    }
    expect(await count()).toBe(1);
    await post(url, { ids: tooMany.ids.slice(0, 1_000) }).expect(200);
    expect(await count()).toBe(0);
  });
});

it('deletes the same IP records in two parallel calls, in any order, and each record is counted once', async () => {
  await test.database.pool.query('DELETE FROM ip_records');
  const users = await Promise.all([createUser(test), createUser(test), createUser(test)]);
  for (let round = 0; round < 10; round += 1) {
    const ids = await addIps(
      ...Array.from({ length: 60 }, (_, index) => ({ user: users[index % 3] as TestUser })),
    );
    const answers = await Promise.all([
      post(deleteIpRecords.url, { ids: ids.slice(0, 40) }).expect(200),
      post(deleteIpRecords.url, { ids: ids.slice(10).toReversed() }).expect(200),
    ]);
    const deleted = answers.map(({ body }) => (body as { deleted: number }).deleted);
    expect(deleted.reduce((sum, one) => sum + one)).toBe(60);
  }
});
