import { v7 as uuidv7 } from 'uuid';
import { listTimeline } from 'contract/audit/audit.ts';
import { adminUpdateUser } from 'contract/users/users.ts';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser, password, type TestUser, tryLogin } from '#test/factories.ts';

const test = useTestApp();
type Caller = Awaited<ReturnType<typeof createCaller>>;
let root: Caller;
let staff: Caller;
beforeAll(async () => {
  root = await createCaller(test, { username: 'root_1', is_superuser: true });
  staff = await createCaller(test, { username: 'agent_1', is_staff: true });
});

const post = ({ access }: Caller, url: string, body: object = {}) =>
  request(test.app.server).post(url).set('authorization', `Bearer ${access}`).send(body);
const rename = (by: Caller, user: TestUser, username: string) =>
  callApi(test, adminUpdateUser, { id: user.id, access: by.access, body: { username } }).expect(200);

describe('listTimeline', () => {
  it('merges a user’s IP, log and audit records, and shows superusers the user’s actions on others', async () => {
    const target = await createUser(test);
    await rename(staff, target, 'moved.1');
    const read = async (by: Caller, body: object) =>
      (await post(by, listTimeline.url, body).expect(200)).body as {
        data: { kind: string; action: string | null; ip_address: string | null; user: string | null }[];
        totalTimeline: number;
        accounts: { total: number; data: { username: string }[] } | null;
      };
    const own = await read(root, { user_id: staff.user.id, page_size: 100 });
    expect(own.accounts).toBeNull();
    expect(new Set(own.data.map(({ kind }) => kind))).toEqual(new Set(['ip', 'log', 'audit']));
    expect(own.data).toContainEqual(
      expect.objectContaining({ kind: 'audit', action: 'user_update', user: 'moved.1' }),
    );
    for (const kind of ['ip', 'log', 'audit']) {
      const { data } = await read(root, { user_id: staff.user.id, kind, page_size: 100 });
      const expected = own.data.filter((entry) => entry.kind === kind);
      // The first read is an audit event itself.
      expect(data.slice(-expected.length)).toEqual(expected);
      expect(new Set(data.map((entry) => entry.kind))).toEqual(new Set([kind]));
    }
    const seen = await read(staff, { user_id: target.id });
    expect(seen.data.map(({ action, ip_address }) => [action, ip_address])).toContainEqual([
      'user_update',
      null,
    ]);
    const past = await read(staff, { user_id: target.id, page: 99, page_size: 1 });
    expect(past.data).toHaveLength(1);

    const there = await read(root, { ip_address: '127.0.0.0/8', page_size: 100 });
    expect(there.accounts?.data.map(({ username }) => username)).toContain('agent_1');
    expect(there.accounts?.total).toBe(there.accounts?.data.length);
    expect(there.data).toContainEqual(expect.objectContaining({ kind: 'audit', ip_address: '127.0.0.1' }));
    expect((await read(staff, { ip_address: '127.0.0.1' })).data.some(({ kind }) => kind === 'audit')).toBe(
      false,
    );
    await post(staff, listTimeline.url, { ip_address: '203.0.113.1' }).expect(404);
    for (const body of [
      {},
      { user_id: target.id, ip_address: '127.0.0.1' },
      { ip_address: 'x' },
      { user_id: target.id, kind: 'x' },
    ]) {
      await post(staff, listTimeline.url, body).expect(400);
    }
  });
});

const readFolded = async (by: Caller, body: object) => {
  const { body: page } = await post(by, listTimeline.url, { fold: 'runs', ...body }).expect(200);
  return listTimeline.responses[200].schema.strict().parse(page);
};

const texts = ({ data }: Awaited<ReturnType<typeof readFolded>>) =>
  data.map(({ action, message, run, sources, failures_before: failures }) =>
    [run && `${run.count} x`, action ?? message, sources.join('+'), failures && `after ${failures}`]
      .filter(Boolean)
      .join(' '),
  );

describe('listTimeline with fold', () => {
  const base = Date.parse('2026-01-31T02:00:00.000Z');
  /** Each minute after the former. A log record of an account has the time of its IP record, if any. */
  const insert = async (
    rows: { user?: TestUser; ip?: string; address?: string; log?: string; level?: string }[],
  ) => {
    const { ipRecord, logRecord } = test.database.prisma;
    for (const [minute, { user, ip, address = '', log, level = 'WARNING' }] of rows.entries()) {
      const common = { user_id: user?.id ?? null, created_at: new Date(base + minute * 60_000) };
      if (ip) await ipRecord.create({ data: { id: uuidv7(), ...common, ip_address: address, action: ip } });
      if (log)
        await logRecord.create({ data: { id: uuidv7(), ...common, message: log, level, from_proxy: false } });
    }
  };
  it.each([
    ['198.51.96.7', ['::ffff:198.51.96.7', '198.51.96.7/32']],
    ['198.51.95.0/24', ['198.51.95.9/24', '::ffff:198.51.95.0/120']],
    ['2001:db8:95::7', ['2001:DB8:95:0::7', '2001:db8:95::7/128']],
  ])('finds the log records of %s in each form of it', async (network, forms) => {
    const user = await createUser(test);
    await insert([
      { user, ip: 'login', address: network.replace('.0/24', '.1') },
      { log: `x blocked the network ${network}.` },
    ]);
    const whole = await readFolded(staff, { ip_address: network });
    expect(texts(whole)).toContain(`x blocked the network ${network}. log`);
    for (const ip_address of forms) expect(await readFolded(staff, { ip_address })).toEqual(whole);
  });

  it('makes the records of a second one entry and folds runs before paging, but no success and no change of an account', async () => {
    const [carol, ben] = [await createUser(test), await createUser(test)];
    const address = '198.51.100.77';
    const failed = (user: TestUser) => ({ user, ip: 'login_failed', address, log: 'Sign-in failed.' });
    await insert([
      ...[1, 2].map(() => failed(carol)),
      ...[1, 2, 3].map(() => failed(ben)),
      ...Array.from({ length: 30 }, () => failed(carol)),
      { user: carol, ip: 'login', address, log: 'carol signed in.', level: 'INFO' },
      ...[1, 2, 3].map(() => ({ user: carol, ip: 'login', address })),
      ...[1, 2, 3].map(() => ({ user: carol, ip: 'profile_update', address })),
      ...[1, 2, 3].map(() => ({ user: carol, log: 'carol deleted a category.', level: 'INFO' })),
      ...[1, 2, 3].map(() => ({ user: carol, log: 'No such page.' })),
    ]);
    const own = await readFolded(staff, { user_id: carol.id, page_size: 100 });
    expect(texts(own).slice(0, 12)).toEqual([
      '3 x No such page. log',
      ...[1, 2, 3].map(() => 'carol deleted a category. log'),
      ...[1, 2, 3].map(() => 'profile_update ip'),
      ...[1, 2, 3].map(() => 'login ip'),
      'login ip+log after 32',
      '32 x login_failed ip+log',
    ]);
    const there = await readFolded(staff, { ip_address: address });
    expect(texts(there)).toEqual([
      ...texts(own).slice(4, 11),
      '30 x login_failed ip+log',
      '3 x login_failed ip+log',
      'login_failed ip+log',
    ]);
    expect(there).toMatchObject({ totalTimeline: 11, numOfPages: 2, records: 78 });
    expect(there.sign_ins).toEqual({ failed: 35, succeeded: 4 });
    expect(there.accounts).toMatchObject({
      total: 2,
      data: [
        { failed: 32, signed_in: 4 },
        { failed: 3, signed_in: 0 },
      ],
    });
    expect(texts(await readFolded(staff, { ip_address: address, page: 2 }))).toEqual(['login_failed ip+log']);

    const run = there.data.find((entry) => entry.run?.count === 30);
    expect(run?.run?.first_at).toBe('2026-01-31T02:05:00.000Z');
    expect(run?.created_at).toBe('2026-01-31T02:34:00.000Z');
    const opened = await readFolded(staff, { ip_address: address, run: run?.id, page: 2, page_size: 25 });
    expect(opened).toMatchObject({ totalTimeline: 30, numOfPages: 2, page: 2 });
    expect(opened.data.map(({ created_at, run: inner }) => [created_at, inner])).toEqual(
      [4, 3, 2, 1, 0].map((minute) => [`2026-01-31T02:0${minute + 5}:00.000Z`, null]),
    );
    const events = await readFolded(staff, { ip_address: address, fold: 'events' });
    expect([events.totalTimeline, texts(events)[6]]).toEqual([42, 'login ip+log after 32']);
    await post(staff, listTimeline.url, { ip_address: address, run: carol.id }).expect(404);
    await post(staff, listTimeline.url, { ip_address: address, fold: 'x' }).expect(400);
  });

  it('never folds a refusal of the right password, folds equal messages alone, and keeps a record of another transaction apart', async () => {
    const user = await createUser(test);
    const address = '198.51.100.99';
    const attempt = { user, address, ip: 'login_failed' };
    const failed = (reason: string) => ({ ...attempt, log: `Sign-in as x failed: ${reason}.` });
    await insert([
      ...[1, 2, 3, 4].map(() => failed('wrong password')),
      failed('account suspended'),
      ...[1, 2, 3].map(() => failed('wrong password')),
      ...[1, 2, 3].map(() => failed('locked')),
      { user, ip: 'login', address },
    ]);
    // In the second of the sign-in, and of another IP address.
    await test.database.pool.query(
      `INSERT INTO log_records (id, user_id, message, level, from_proxy, created_at)
       SELECT gen_random_uuid(), $1, message, 'INFO', false, $2::timestamptz + interval '300 ms'
       FROM unnest(ARRAY['Deleted from ${address}.', 'Blocked ${address}9.', 'Blocked ${address}/32.']) AS message`,
      [user.id, new Date(base + 11 * 60_000)],
    );
    const expected = [
      'Deleted from 198.51.100.99. log',
      'login ip after 11',
      '3 x login_failed ip+log',
      '3 x login_failed ip+log',
      'login_failed ip+log after 4',
      '4 x login_failed ip+log',
    ];
    const read = (body: object) => readFolded(staff, { ip_address: address, ...body });
    const all = await read({});
    expect(texts(all)).toEqual(expected);
    const reasons = all.data.slice(2).map(({ message }) => message?.split(': ')[1]);
    expect(reasons).toEqual(['locked.', 'wrong password.', 'account suspended.', 'wrong password.']);
    // Each kind has the events with a record of it, and the sums of the whole.
    const { sign_ins, accounts } = all;
    expect([all.since, sign_ins]).toEqual([null, { failed: 11, succeeded: 1 }]);
    expect(texts(await read({ kind: 'ip' }))).toEqual(expected.slice(1));
    expect(texts(await read({ kind: 'log' }))).toEqual(expected.toSpliced(1, 1));
    expect(await read({ kind: 'audit' })).toMatchObject({ data: [], sign_ins, accounts });
  });

  it('folds the IP addresses of a user or a network, and lists what is no failure, or needed the right password, from before its cut', async () => {
    const user = await createUser(test);
    const addresses = Array.from({ length: 12 }, (_, at) => `198.51.99.${at + 1}`);
    await insert([
      { user, ip: 'profile_update', address: '198.51.99.1' },
      { user, ip: 'login_failed', address: '198.51.99.1', log: 'Sign-in as x failed: account suspended.' },
      ...addresses.map((address) => ({ user, ip: 'login_failed', address, log: 'Sign-in as x failed: y.' })),
    ]);
    const others = ['login_failed ip+log', 'profile_update ip'];
    for (const of of [{ ip_address: '198.51.99.0/24' }, { user_id: user.id }]) {
      const all = await readFolded(staff, of);
      expect(texts(all)).toEqual(['12 x login_failed ip+log', ...others]);
      expect(all.data[0]?.run?.addresses).toBe(12);
    }
    await test.database.pool.query(
      `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
       SELECT gen_random_uuid(), $1, '198.51.99.1', 'login_failed', $2::timestamptz + n * interval '1 second'
       FROM generate_series(1, 10000) AS n`,
      [user.id, new Date(base + 20 * 60_000)],
    );
    const cut = await readFolded(staff, { ip_address: '198.51.99.0/24' });
    expect(texts(cut)).toEqual(['10000 x login_failed ip', ...others]);
    expect(cut.since).toBe('2026-01-31T02:20:01.000Z');
    expect([cut.records, cut.sign_ins?.failed]).toEqual([10_003, 10_013]);
    // Those that are left before the cut are all listed.
    await test.database.pool.query(
      `DELETE FROM ip_records WHERE user_id = $1 AND action = 'login_failed' AND created_at BETWEEN $2 AND $3`,
      [user.id, new Date(base + 2 * 60_000), new Date(base + 14 * 60_000)],
    );
    const whole = await readFolded(staff, { ip_address: '198.51.99.0/24' });
    expect(texts(whole)).toEqual(texts(cut));
    expect([whole.records, whole.since]).toEqual([10_003, null]);
  });

  it('has no log record of another IP address, nor does one interrupt a run', async () => {
    const user = await createUser(test);
    for (const user_id of [null, user.id])
      await test.database.pool.query(
        `WITH time AS (SELECT $2::timestamptz + n * interval '1 second' AS at FROM generate_series(1, 5) AS n), ip AS (
           INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
           SELECT gen_random_uuid(), $1, '198.51.97.' || host, 'login_failed', at FROM time, generate_series(1, 3) AS host
         )
         INSERT INTO log_records (id, user_id, message, level, from_proxy, created_at)
         SELECT gen_random_uuid(), $1, 'Sign-in as x failed: y.', 'WARNING', false, at FROM time, generate_series(1, 3)`,
        [user_id, new Date(base + (user_id === null ? 0 : 60_000))],
      );
    const there = await readFolded(staff, { ip_address: '198.51.97.1' });
    expect(texts(there)).toEqual([1, 2].map(() => '5 x login_failed ip+log'));
    expect(there.records).toBe(20);
  });

  it('shows a superuser a sign-in as one entry with its audit record, and never folds what staff did', async () => {
    const user = await createUser(test);
    for (let tries = 0; tries < 3; tries++) await tryLogin(test, user.username, 'wrong');
    await tryLogin(test, user.username, password).expect(200);
    for (const name of ['one.1', 'two.1', 'three.1']) await rename(staff, user, name);
    const folded = texts(await readFolded(root, { user_id: user.id, page_size: 100 }));
    expect(folded).toEqual([
      ...[1, 2, 3].map(() => 'user_update log+audit'),
      'login ip+log+audit after 3',
      '3 x login_failed ip+log+audit',
    ]);
    const toAgent = texts(await readFolded(staff, { user_id: user.id, page_size: 100 }));
    expect(toAgent).toEqual(['listTimeline audit', ...folded]);
    const plain = await readFolded(staff, { user_id: user.id, fold: undefined, page_size: 100 });
    expect(plain.totalTimeline).toBe(plain.records);
    expect(plain.data.every(({ sources, run }) => sources.length === 1 && run === null)).toBe(true);
  });
});
