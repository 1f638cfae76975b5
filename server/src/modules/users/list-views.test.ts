import { listAccesses, listAuditRecords, listTimeline } from 'contract/audit/audit.ts';
import { createNotice, listNotices } from 'contract/notices/notices.ts';
import type { Route } from 'contract/route.ts';
import { listIpRecords, listLogRecords } from 'contract/records/records.ts';
import { getUser, listUsers } from 'contract/users/users.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, signIn } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
type Caller = Awaited<ReturnType<typeof createCaller>>;
let root: Caller;
let staff: Caller;
let ada: Caller;
let adam: Caller;
beforeAll(async () => {
  root = await createCaller(test, { username: 'root_1', is_superuser: true });
  staff = await createCaller(test, { username: 'agent_1', is_staff: true });
  ada = await createCaller(test, { username: 'seen-ada' });
  adam = await createCaller(test, { username: 'seen-adam' });
});

const find = (query: object, { access } = staff) => callApi(test, listUsers, { access, query });
const accessesOf = async ({ access }: Caller, query: object = {}) => {
  const { body } = await callApi(test, listAccesses, { access, query }).expect(200);
  const { data, ...place } = body as { data: { action: string }[]; totalAccess: number; page: number };
  return { actions: data.map(({ action }) => action), ...place };
};
const eventsOf = async (action: string) => {
  const { rows } = await test.database.pool.query<{ actor_id: string; details: string }>(
    `SELECT actor_id, details FROM audit_events JOIN audit_details ON event_id = id WHERE action = $1 ORDER BY id`,
    [action],
  );
  return rows.map(({ actor_id, details }) => ({ actor_id, ...(JSON.parse(details) as object) }));
};

const readTrail = () => callApi(test, listAuditRecords, { access: root.access, body: {} }).expect(200);
const named = ({ user }: Caller) => ({
  id: user.id,
  username: user.username,
  user_image: null,
  account_status: 'active',
});

describe('a page of the list of users', () => {
  it('is one event with its filter and the ids of its users, also when it is read again within the hour', async () => {
    await Promise.all(
      Array.from({ length: 6 }, () => find({ username: 'SEEN-', sort: 'a-z', page: '1' }).expect(200)),
    );
    const event = {
      actor_id: staff.user.id,
      filter: { username: 'SEEN-', sort: 'a-z' },
      page: 1,
      page_size: 10,
      user_ids: [ada.user.id, adam.user.id].toSorted(),
    };
    expect(await eventsOf('listUsers')).toEqual([event]);
    await find({ username: 'SEEN-', sort: 'a-z', page: 2, page_size: 1 }).expect(200);
    await find({ username: 'SEEN-', sort: 'a-z' }, root).expect(200);
    await find({ username: 'nobody-has-this' }).expect(404);
    expect(await eventsOf('listUsers')).toEqual([
      event,
      { ...event, page: 2, page_size: 1, user_ids: [adam.user.id] },
      { ...event, actor_id: root.user.id },
    ]);
    const { body } = await callApi(test, listAuditRecords, {
      access: root.access,
      body: { action: 'listUsers', actor: staff.user.id },
    }).expect(200);
    expect(body).toMatchObject({ totalAudit: 2, data: [{ details: { page: 2 } }, { details: { page: 1 } }] });
  });

  it('is another event when other users are on it', async () => {
    const query = { username: 'newcomer', sort: 'latest' };
    const first = await createCaller(test, { username: 'newcomer-1' });
    await find(query).expect(200);
    const second = await createCaller(test, { username: 'newcomer-2' });
    await find(query).expect(200);
    expect((await accessesOf(first)).actions).toEqual(['listUsers']);
    expect((await accessesOf(second)).actions).toEqual(['listUsers']);
    expect((await eventsOf('listUsers')).slice(-2)).toMatchObject([
      { user_ids: [first.user.id] },
      { user_ids: [first.user.id, second.user.id].toSorted() },
    ]);
  });

  it('is an access that its users see, once for each agent and hour, but not the agent’s own', async () => {
    const user = await createCaller(test, { username: 'watched' });
    expect(await accessesOf(user)).toMatchObject({ actions: [], totalAccess: 0 });
    for (const page_size of [10, 20, 30]) await find({ username: 'watched', page_size }).expect(200);
    await find({ username: 'watched' }, root).expect(200);
    await callApi(test, getUser, { id: user.user.id, access: staff.access }).expect(200);
    expect(await accessesOf(user)).toEqual({
      actions: ['getUser', 'listUsers', 'listUsers'],
      totalAccess: 3,
      numOfPages: 1,
      page: 1,
    });
    expect(await accessesOf(user, { page: 9, page_size: 2 })).toMatchObject({
      actions: ['listUsers'],
      totalAccess: 3,
      page: 2,
    });
    const agent = await createCaller(test, { is_staff: true });
    await find({ username: agent.user.username }, agent).expect(200);
    expect((await accessesOf(agent)).actions).toEqual([]);
  });
});

describe('view=names', () => {
  it('returns names, images and account statuses and nothing else, and is no event', async () => {
    const before = await eventsOf('listUsers');
    const query = { view: 'names', username: 'seen-', sort: 'a-z' };
    const { body } = await find(query).expect(200);
    expect(body).toEqual({ data: [named(ada), named(adam)], totalUser: 2, numOfPages: 1, page: 1 });
    await find({ ...query, username: 'nobody-has-this' }).expect(404);
    await find({ ...query, view: 'emails' }).expect(400);
    expect(await eventsOf('listUsers')).toEqual(before);
    // Every other value of the field reads whole records.
    for (const view of ['ALL', '']) {
      const { body: whole } = await find({ ...query, view }).expect(200);
      expect(whole).toMatchObject({ data: [{ email: ada.user.email }, { email: adam.user.email }] });
    }
  });
});

describe('other lists of staff', () => {
  it.each<[string, Route, object]>([
    ['IP records', listIpRecords, { user: 'kind-' }],
    ['log records', listLogRecords, { message: 'kind-' }],
    ['audit records by user', listAuditRecords, { target: 'kind-' }],
    ['events of an IP address', listTimeline, { ip_address: '127.0.0.0/8', page_size: 100 }],
  ])('%s', async (name, operation, body) => {
    const user = await createCaller(test, { username: `kind-${name.replaceAll(' ', '-').toLowerCase()}` });
    await signIn(test, user.user);
    for (let i = 0; i < 2; i++) await callApi(test, operation, { access: root.access, body }).expect(200);
    expect((await accessesOf(user)).actions).toEqual([operation.operation]);
  });

  it('notices to one user', async () => {
    const user = await createCaller(test);
    await callApi(test, createNotice, {
      access: root.access,
      body: {
        title: 'Only for you',
        text: 'A text.',
        level: 'info',
        audience: 'user',
        user_id: user.user.id,
      },
    }).expect(201);
    await callApi(test, listNotices, { access: staff.access, body: { text: 'only for' } }).expect(200);
    expect((await accessesOf(user)).actions).toEqual(['listNotices', 'createNotice']);
  });

  it('of all audit records are one event in an hour, however often they are read', async () => {
    await readTrail();
    const { length } = await eventsOf('listAuditRecords');
    for (let i = 0; i < 3; i++) await readTrail();
    expect((await eventsOf('listAuditRecords')).length).toBeLessThanOrEqual(length + 1);
  });
});
