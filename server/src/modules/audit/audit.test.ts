import { randomUUID } from 'node:crypto';
import {
  exportAuditRecords,
  listAccesses,
  listAuditRecords,
  listTimeline,
  verifyAuditTrail,
} from 'contract/audit/audit.ts';
import { createNotice } from 'contract/notices/notices.ts';
import { exportIpRecords, listLogRecords } from 'contract/records/records.ts';
import { adminUpdateUser, deleteUser, getUser, getUserOverview, listUsers } from 'contract/users/users.ts';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser, type TestUser, tryLogin } from '#test/factories.ts';
import { eraseSearches, summarizeFailures } from '#audit/audit.queries.ts';
import { deleteOldDetails } from './audit.service.ts';
import { sealAll } from './sealer.ts';

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
const get = ({ access }: Caller, url: string) =>
  request(test.app.server).get(url).set('authorization', `Bearer ${access}`);
const rename = (by: Caller, user: TestUser, username: string) =>
  callApi(test, adminUpdateUser, { id: user.id, access: by.access, body: { username } }).expect(200);
const find = async (filter: object) =>
  (await post(root, listAuditRecords.url, filter).expect(200)).body as Record<
    'totalAudit' | 'page' | 'numOfPages',
    number
  > & { data: Record<string, unknown>[] };
const failToSignIn = async (name: string, times: number) => {
  for (let i = 0; i < times; i++) await tryLogin(test, name, 'wrong');
};

describe('listAuditRecords', () => {
  it('shows who did what to whom, the values before and after, and which events are sealed', async () => {
    const user = await createUser(test, { username: 'before.1' });
    await rename(staff, user, 'after.1');
    const whole = { target: user.id, action: 'user_update' };
    const { data, ...rest } = await find(whole);
    expect(listAuditRecords.responses[200].schema.strict().parse({ data, ...rest })).toBeTruthy();
    expect(rest).toEqual({ totalAudit: 1, numOfPages: 1, page: 1 });
    expect(data[0]).toMatchObject({
      action: 'user_update',
      actor: 'agent_1',
      actor_id: staff.user.id,
      target: 'after.1',
      target_id: user.id,
      ip_address: '127.0.0.1',
      details: { fields: ['username'], changes: { username: { from: 'before.1', to: 'after.1' } } },
      sealed: false,
    });
    // Retried, because transactions of other databases of the cluster delay sealing, too.
    const isSealed = async () => {
      await sealAll({ database: test.database, keys: [test.dependencies.keys.auditSeal] });
      return (await find(whole)).data[0]?.['sealed'];
    };
    await expect.poll(isSealed).toBe(true);
    expect((await find({ actor: 'GENT_1', target: 'after' })).totalAudit).toBe(1);
    expect((await find({ actor: staff.user.id, action: 'user_update', page_size: 1 })).totalAudit).toBe(1);
    for (const filter of [{ actor: 'nobody' }, { action: 'user' }, { created_before: '2020-01-01' }]) {
      const { body } = await post(root, listAuditRecords.url, filter).expect(404);
      expect(body.msg).toBe('No audit records found for the given filters');
    }
    await post(root, listAuditRecords.url, { sort: 'a-z' }).expect(400);
  });

  it('pages and exports every event once, latest first', async () => {
    // Reading the pages adds events.
    const before = { created_before: new Date().toISOString() };
    const { totalAudit } = await find(before);
    const [ids, times]: [string[], string[]] = [[], []];
    for (let page = 1; page <= Math.ceil(totalAudit / 2); page += 1) {
      const { data } = await find({ ...before, page, page_size: 2 });
      ids.push(...data.map(({ id }) => String(id)));
      times.push(...data.map(({ created_at }) => String(created_at)));
    }
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(ids).size).toBe(totalAudit);
    const { text } = await post(root, exportAuditRecords.url, { actor: root.user.id }).expect(200);
    expect(text).toContain(
      'id,action,actor,actor_id,target,target_id,ip_address,details,created_at,sealed\r\n',
    );
    expect(text).toMatch(/login,root_1,/);
    const [event] = (await find({ action: 'exportAuditRecords' })).data;
    expect(event).toMatchObject({ actor: 'root_1', target_id: null });
    await post(root, exportAuditRecords.url, { actor: 'nobody' }).expect(404);
  });

  it('loses details when their retention ends, and is still intact', async () => {
    await test.database.pool.query(`
      INSERT INTO audit_events (action, created_at, details_hash)
        SELECT 'old', now() - n * interval '1 day', sha256('s{}') FROM generate_series(364, 366) AS n;
      INSERT INTO audit_details (event_id, salt, details) SELECT id, 's', '{}' FROM audit_events WHERE action = 'old'`);
    await sealAll({ database: test.database, keys: [test.dependencies.keys.auditSeal] });
    await deleteOldDetails(test.dependencies);
    const { data } = await find({ action: 'old' });
    expect(data.map(({ details }) => details)).toEqual([{}, null, null]);
    const { body } = await post(root, verifyAuditTrail.url).expect(200);
    expect(body.data).toMatchObject({ intact: true, first_fault: null });
    await post(staff, verifyAuditTrail.url).expect(403);
  });
});

it('verifyAuditTrail runs once at a time, and parallel calls get the same result', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(root, verifyAuditTrail.url).expect(200)),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

describe('views', () => {
  it('count once for each agent, user and hour, also in parallel, and are never shown to the user', async () => {
    const user = await createCaller(test);
    const overview = getUserOverview.url.replace(':userId', user.user.id);
    await Promise.all(Array.from({ length: 6 }, () => get(staff, overview).expect(200)));
    await get(staff, getUser.url.replace(':id', user.user.id)).expect(200);
    await post(staff, listTimeline.url, { user_id: user.user.id }).expect(200);
    await get(root, getUser.url.replace(':id', user.user.id)).expect(200);
    await get(user, getUser.url.replace(':id', user.user.id)).expect(200);
    await post(staff, exportIpRecords.url, { user: user.user.id }).expect(200);
    await rename(staff, user.user, 'renamed.1');
    const { body, text } = await get(user, listAccesses.url).expect(200);
    expect(listAccesses.responses[200].schema.strict().parse(body)).toBeTruthy();
    expect((body as { data: { action: string }[] }).data.map(({ action }) => action)).toEqual([
      'user_update',
      'ip_records_export',
      'getUser',
      'getUserOverview',
    ]);
    expect(body).toMatchObject({ totalAccess: 4, numOfPages: 1, page: 1 });
    expect(text).not.toContain('agent');
    const { body: empty } = await get(await createCaller(test), `${listAccesses.url}?page=3`).expect(200);
    expect(empty).toEqual({ data: [], totalAccess: 0, numOfPages: 0, page: 1 });
  });
});

describe('the actions of strangers', () => {
  it('become one event for each network and minute, with a count, when the minute is over', async () => {
    await failToSignIn('nobody-has-this-name', 3);
    const summaries = () =>
      test.database.prisma.auditEvent.findMany({
        where: { action: 'login_failed', target_id: null },
        include: { details: true },
      });
    expect(await summaries()).toEqual([]);
    await test.database.pool.query(`UPDATE unknown_failures SET minute = minute - interval '1 minute'`);
    await Promise.all([summarizeFailures(test.database), summarizeFailures(test.database)]);
    const events = await summaries();
    expect(events.map(({ occurrences, details }) => [occurrences, details?.ip_address])).toEqual([
      [3, '127.0.0.0/24'],
    ]);
  });

  it('that lock an account become an event each time the lock begins', async () => {
    const user = await createUser(test);
    await Promise.all(Array.from({ length: 8 }, () => failToSignIn(user.username, 1)));
    const locks = async () => (await find({ target: user.id, action: 'account_locked' })).totalAudit;
    expect(await locks()).toBe(1);
    await test.database.pool.query(
      `UPDATE login_guards SET next_try_at = now() - interval '1 second' WHERE user_id = $1`,
      [user.id],
    );
    await failToSignIn(user.username, 2);
    expect(await locks()).toBe(2);
  });
});

describe('an erasure', () => {
  it('leaves neither a name nor an email address of the user in the trail but for searches that found others', async () => {
    const reader = await createCaller(test, { is_superuser: true });
    const options = { email: 'Gone@leaver.example', pending_email: "o'new@leaver.example", is_staff: true };
    const leaver = await createCaller(test, { username: 'leaver.1', ...options });
    const ends_at = new Date(Date.now() + 60_000);
    const body = { ...createNotice.bodyExample, user_id: null, ends_at, draft: true };
    await callApi(test, createNotice, { access: leaver.access, body }).expect(201);
    await failToSignIn('leaver.1', 1);
    await createUser(test, { username: 'leaver.12' });
    const users = (query: object) => callApi(test, listUsers, { access: reader.access, query });
    for (const username of ['LEAVER.1', 'eaver.1', 'leaver.12', 'nobody']) await users({ username });
    await users({ email: 'gone@LEAVER.example' }).expect(200);
    await users({ text: 'new@leaver' }).expect(404);
    await users({ page_size: 100 }).expect(200);
    await post(reader, listLogRecords.url, { message: 'Sign-in as leaver.1 failed:' }).expect(200);
    const names = ['Notes on leaver.1.', '"leaver.1"', 'to=gone@leaver.example', 'leaver.1’s files'];
    for (const message of [...names, "(o'new@leaver.example)"])
      await post(reader, listLogRecords.url, { message }).expect(404);
    await post(reader, exportIpRecords.url, { user: 'leaver.1' }).expect(200);
    await post(reader, listAuditRecords.url, { target: 'leaver.1' }).expect(200);
    await callApi(test, deleteUser, { id: leaver.user.id, access: reader.access }).expect(204);
    const { rows } = await test.database.pool.query<{ name: string | null }>(
      `SELECT coalesce(filter ->> 'username', filter ->> 'target') AS name
       FROM (SELECT *, details::jsonb -> 'filter' AS filter FROM audit_details) AS audit_details JOIN audit_events ON event_id = id
       WHERE actor_id = $1 AND details LIKE '{"filter%' OR details ~* 'leaver' ORDER BY id`,
      [reader.user.id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['LEAVER.1', 'eaver.1', 'leaver.12', null, 'leaver.1']);
  });

  it('of as many accounts as are deleted at once empties hundreds of searches within the time of a statement', async () => {
    const { prisma, pool } = test.database;
    const people = Array.from({ length: 500 }, (_, i) => ({ id: randomUUID(), username: `gone_${i}` }));
    await prisma.user.createMany({
      data: people.map((person) => ({
        ...person,
        email: `${person.username}@leaver.example`,
        password_hash: '',
      })),
    });
    await pool.query(`
      INSERT INTO audit_events (action, details_hash) SELECT 'many', '' FROM generate_series(1, 600);
      INSERT INTO audit_details (event_id, view_key, details)
        SELECT id, int8send(id), jsonb_build_object('filter', jsonb_build_object('text', 'of gone_' || id % 600))
        FROM audit_events WHERE action = 'many'`);
    const ids = people.map(({ id }) => id);
    await prisma.$transaction((tx) => eraseSearches(tx, ids));
    const { rows } = await pool.query(
      `SELECT details IS NULL AS is_empty, count(*)::int FROM audit_details JOIN audit_events ON event_id = id
       WHERE action = 'many' GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { is_empty: false, count: 100 },
      { is_empty: true, count: 500 },
    ]);
  });
});
