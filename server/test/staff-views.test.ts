import type { OperationName } from 'contract/operations.ts';
import {
  exportAuditRecords,
  linkAuditRecordsExport,
  listAccesses,
  listAuditRecords,
  listTimeline,
} from 'contract/audit/audit.ts';
import {
  deleteIpRecords,
  deleteLogRecords,
  exportIpRecords,
  exportLogRecords,
  linkIpRecordsExport,
  linkLogRecordsExport,
  listIpRecords,
  listLogRecords,
} from 'contract/records/records.ts';
import type { Route } from 'contract/route.ts';
import { routes } from 'contract/routes.ts';
import { searchOperations } from 'contract/view-reasons/view-reasons.constants.ts';
import { createViewReason } from 'contract/view-reasons/view-reasons.ts';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';
import { createCaller, type TestUser } from '#test/factories.ts';
import { address, type Caller, id, noticeTo, viewedUsers } from '#test/viewed-users.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100000' });

let root: Caller;
const { accessesOf, createSubject, setViewReason, staffCaller } = viewedUsers(test, () => root);
beforeAll(async () => {
  root = await createCaller(test, { username: 'root_1', is_superuser: true, is_staff: true });
});

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();
const reason = 'Asked for help.';
const today = () => new Date().toISOString().slice(0, 10);
const report = { from: today(), to: today(), interval: 'day', time_zone: 'UTC' };

/** A request of each operation whose response could show the user. None for operations that show no user. */
const requests: Partial<Record<OperationName, ((user: TestUser) => CallOptions)[]>> = {
  getUser: [id],
  getUserOverview: [id],
  listUserNotes: [id],
  createUserNote: [(user) => ({ ...id(user), body: { text: `Spoke to ${user.username}.` } })],
  createViewReason: [(user) => ({ ...id(user), body: { reason } })],
  listUsers: [({ username }) => ({ query: { username } }), ({ email }) => ({ query: { text: email } })],
  adminUpdateUser: [
    (user) => ({ ...id(user), body: {} }),
    (user) => ({ ...id(user), body: { is_premium_user: true } }),
  ],
  suspendUser: [(user) => ({ ...id(user), body: { reason, ends_at: inAWeek() } })],
  endSuspension: [(user) => ({ ...id(user), body: { reason } })],
  endUserSessions: [id],
  unlockUser: [id],
  resetSecondFactor: [id],
  deleteUser: [id],
  deleteIpRecords: [(user) => ({ body: { filter: { user: user.id, ip_address: '198.51.100.250' } } })],
  deleteLogRecords: [({ username }) => ({ body: { filter: { message: username } } })],
  previewNetworkBlock: [(user) => ({ body: { network: address(user) } })],
  listIpRecords: [
    ({ username }) => ({ body: { user: username } }),
    (user) => ({ body: { user: user.id } }),
    (user) => ({ body: { ip_address: address(user) } }),
    () => ({ body: { page_size: 100 } }),
  ],
  exportIpRecords: [
    ({ username }) => ({ body: { user: username } }),
    (user) => ({ body: { user: user.id } }),
    (user) => ({ body: { ip_address: address(user) } }),
    () => ({ body: {} }),
  ],
  listLogRecords: [({ username }) => ({ body: { message: username } }), () => ({ body: { page_size: 100 } })],
  exportLogRecords: [({ username }) => ({ body: { message: username } }), () => ({ body: {} })],
  listAuditRecords: [
    ({ username }) => ({ body: { target: username } }),
    (user) => ({ body: { actor: user.id } }),
    () => ({ body: { page_size: 100 } }),
  ],
  exportAuditRecords: [({ username }) => ({ body: { target: username } }), () => ({ body: {} })],
  listTimeline: [
    (user) => ({ body: { user_id: user.id } }),
    (user) => ({ body: { ip_address: address(user), page_size: 100 } }),
  ],
  linkIpRecordsExport: [({ username }) => ({ body: { user: username } })],
  linkLogRecordsExport: [({ username }) => ({ body: { message: username } })],
  linkAuditRecordsExport: [({ username }) => ({ body: { target: username } })],
  getReport: [() => ({ body: report })],
  createNotice: [(user) => ({ body: noticeTo(user) })],
  listNotices: [() => ({ body: { page_size: 100 } })],
};

/** The users whom they show must not learn that somebody has reported them. */
const hiddenFromUser = new Set<OperationName>(['listFlags', 'getFlag', 'answerFlag']);

/** Operations of staff whose responses show no user other than staff who acted. */
const showNoUser = new Set<OperationName>([
  'updateNotice',
  'deleteNotice',
  'withdrawNotice',
  'listBackups',
  'createBackup',
  'linkBackup',
  'createTestMail',
  'getTestMail',
  'listSettings',
  'updateSettings',
  'deleteUserNote',
  'createNetworkBlock',
  'listNetworkBlocks',
  'listNetworks',
  'endNetworkBlock',
  'exportNetworkBlocks',
  'listRecordDeletions',
  'exportReport',
  'linkReportExport',
  'verifyAuditTrail',
  'listCategories',
  'createCategory',
  'updateCategory',
  'deleteCategory',
  'listQuestions',
  'getQuestion',
  'createQuestion',
  'previewQuestion',
  'updateQuestion',
  'deleteQuestion',
  'setQuestionStatus',
  'deleteQuestions',
  'importQuestions',
  'importReleaseQuestions',
  'exportQuestions',
  'listRefreshes',
  'refreshDataset',
]);

const ofOneUser = new Set<OperationName>(['getUser', 'getUserOverview', 'listUserNotes']);

const staffRoutes = routes.filter(({ access }) => /staff|superuser/i.test(access));

it('every operation of staff is either tried here, or shows no user', () => {
  const names = staffRoutes.map(({ operation }) => operation);
  expect(
    names.filter((name) => !requests[name]?.length && !showNoUser.has(name) && !hiddenFromUser.has(name)),
  ).toEqual([]);
});

const cases = staffRoutes.flatMap((route) =>
  (requests[route.operation] ?? []).map(
    (request, index) => [`${route.operation} ${index + 1}`, route, request] as const,
  ),
);

describe('a response to staff', () => {
  it.each(cases)('of %s that shows a user is in what the user sees of staff', async (_, route, request) => {
    const subject = await createSubject();
    if (route.operation === 'endSuspension')
      await test.database.prisma.user.update({
        where: { id: subject.user.id },
        data: { suspended_until: new Date(Date.now() + 3_600_000), suspension_reason: reason },
      });
    const before = await accessesOf(subject);
    const agent = await createCaller(test, { is_staff: true, is_superuser: route.access === 'superuser' });
    const { status, text } = await callApi(test, route, { access: agent.access, ...request(subject.user) });
    expect(status).toBeLessThan(300);
    const { id: userId, username, email } = subject.user;
    // Without a change, the id is that of the request.
    const shown = text.replaceAll(`{"id":"${userId}"}`, '');
    const isShown = [userId, username, email, address(subject.user)].some((part) => shown.includes(part));
    expect(isShown && (await accessesOf(subject)) <= before).toBe(false);
  });

  it.each(cases)(
    'of %s shows no private details where a reason is required and missing',
    async (_, route, request) => {
      const subject = await createSubject();
      const agent = await createCaller(test, { is_staff: true, is_superuser: route.access === 'superuser' });
      await setViewReason('required');
      const { status, text, body } = await callApi(test, route, {
        access: agent.access,
        ...request(subject.user),
      });
      await setViewReason('off');
      for (const detail of ['0491 570 156', '1987-06-05', 'Australia']) expect(text).not.toContain(detail);
      const { body: sent = {} } = request(subject.user);
      const isSearch = Object.keys(sent).some((field) => field !== 'page_size');
      const isRead = /^(get|list|export|link|preview|delete..+Records|adminUpdate)/.test(route.operation);
      const isRefused = status === 403 && body.code === 'view_reason_required';
      const hasNoSearch = route.operation === 'getReport';
      expect(isRefused).toBe((isRead && isSearch && !hasNoSearch) || ofOneUser.has(route.operation));
    },
  );
});

const stateReason = ({ user }: Caller, { access }: Caller) =>
  callApi(test, createViewReason, { id: user.id, access, body: { reason } }).expect(201);
const eventsOf = async ({ user }: Caller) =>
  (
    await test.database.pool.query<{ action: string; details: string }>(
      `SELECT action, details FROM audit_events JOIN audit_details ON event_id = id
       WHERE actor_id = $1 AND action <> 'login' ORDER BY id`,
      [user.id],
    )
  ).rows.map(({ action, details }) => ({ action, ...(JSON.parse(details) as object) }));

/** A list, the link of its export and the export, with a filter that finds the user and one that finds nobody. */
const records = (list: Route, link: Route, exported: Route, pairs: [object, object][]) =>
  [list, link, exported].flatMap((route) =>
    pairs.map(([hit, miss]): [Route, object, object] => [route, hit, miss]),
  );

describe('where a reason is required, a search', () => {
  beforeAll(() => setViewReason('required'));
  afterAll(() => setViewReason('off'));

  const noone = { username: 'nobody_here', id: uuidv7() };
  const searches = ({ user }: Caller): [Route, object, object][] => {
    const [at, never] = [new Date().toISOString(), '2001-01-01'];
    const times: [object, object] = [{ created_before: at }, { created_before: never }];
    return [
      ...records(listIpRecords, linkIpRecordsExport, exportIpRecords, [
        [{ user: user.username }, { user: noone.username }],
        [{ user: user.id }, { user: noone.id }],
        [{ ip_address: address(user) }, { ip_address: '198.51.100.250' }],
        [
          { user: user.username, ip_address: address(user) },
          { user: user.username, ip_address: '198.51.100.250' },
        ],
        [{ action: 'login' }, { action: 'account_delete' }],
        times,
      ]),
      [
        deleteIpRecords,
        { filter: { user: user.username } },
        { filter: { user: user.username, ip_address: '198.51.100.250' } },
      ],
      [deleteIpRecords, { filter: { user: user.id } }, { filter: { user: noone.id } }],
      [deleteLogRecords, { filter: { message: user.username } }, { filter: { message: noone.username } }],
      ...records(listLogRecords, linkLogRecordsExport, exportLogRecords, [
        [{ message: user.username }, { message: noone.username }],
        [{ level: 'INFO' }, { level: 'CRITICAL' }],
        times,
      ]),
      ...records(listAuditRecords, linkAuditRecordsExport, exportAuditRecords, [
        [{ target: user.username }, { target: noone.username }],
        [{ actor: user.id }, { actor: noone.id }],
        [{ action: 'login' }, { action: 'nothing' }],
        times,
      ]),
      [listTimeline, { ip_address: address(user) }, { ip_address: '198.51.100.250' }],
      [listTimeline, { user_id: user.id }, { user_id: user.id, kind: 'log' }],
    ];
  };

  it('with any filter is refused alike whether it finds users or not, and the refusal names none', async () => {
    const subject = await createSubject();
    const agent = await createCaller(test, { is_superuser: true, is_staff: true });
    for (const [route, ...bodies] of searches(subject)) {
      const refusals = [];
      for (const body of bodies) {
        const response = await callApi(test, route, { access: agent.access, body });
        expect([route.operation, body, response.status]).toEqual([route.operation, body, 403]);
        const { request_id: _id, ...refusal } = response.body as { request_id: string };
        refusals.push(refusal);
      }
      expect(refusals).toEqual(
        refusals.map(() => ({ code: 'view_reason_required', msg: 'State a reason first.' })),
      );
    }
    expect(await eventsOf(agent)).toEqual([]);
  });

  it('runs with its own reason, which the users whom it finds read', async () => {
    const subject = await createSubject();
    const agent = await staffCaller();
    const body = { ip_address: address(subject.user), view_reason: reason };
    await callApi(test, listIpRecords, { access: agent.access, body }).expect(200);
    await callApi(test, exportIpRecords, { access: agent.access, body }).expect(200);
    const { body: link } = await callApi(test, linkIpRecordsExport, { access: agent.access, body }).expect(
      200,
    );
    await callApi(test, { method: 'GET', url: new URL(link.url as string).pathname }, {}).expect(200);
    const { body: accesses } = await callApi(test, listAccesses, { access: subject.access }).expect(200);
    expect(accesses.data).toMatchObject([
      { action: 'ip_records_export', reason },
      { action: 'listIpRecords', reason },
    ]);
    const filters = (await eventsOf(agent)).flatMap((event) => ('filter' in event ? [event.filter] : []));
    for (const filter of filters) expect(filter).not.toHaveProperty('view_reason');
  });

  it('by a name needs a stated reason for each user of that name, or its own', async () => {
    const [one, other] = [
      await createCaller(test, { username: 'both-one' }),
      await createCaller(test, { username: 'both-two' }),
    ];
    const agent = await staffCaller();
    const find = (body = {}) =>
      callApi(test, listIpRecords, { access: agent.access, body: { user: 'both-', ...body } });
    await stateReason(one, agent);
    await find().expect(403);
    await stateReason(other, agent);
    await find({ action: 'login' }).expect(200);
    expect((await eventsOf(agent)).at(-1)).toMatchObject({ action: 'listIpRecords', reason });
    const colleague = await staffCaller();
    await callApi(test, listIpRecords, { access: colleague.access, body: { user: 'both-' } }).expect(403);
  });

  it('that finds nothing is recorded with its reason, and the user whom it names reads it', async () => {
    const subject = await createSubject();
    const { user } = subject;
    const never = { created_before: '2001-01-01' };
    const vain: [Route, object][] = [
      ...[listIpRecords, linkIpRecordsExport, exportIpRecords].flatMap((route): [Route, object][] => [
        [route, { user: user.id, ...never }],
        [route, { user: user.username, ...never }],
      ]),
      [deleteIpRecords, { filter: { user: user.username, ...never } }],
      ...[listAuditRecords, linkAuditRecordsExport, exportAuditRecords].flatMap(
        (route): [Route, object][] => [
          [route, { actor: user.id, ...never }],
          [route, { target: user.username, ...never }],
        ],
      ),
      [listTimeline, { user_id: user.id, kind: 'log' }],
      [listLogRecords, { message: user.username, ...never }],
      [exportLogRecords, { message: user.username, ...never }],
      [deleteLogRecords, { filter: { message: user.username, ...never } }],
    ];
    for (const [route, search] of vain) {
      const agent = await createCaller(test, { is_superuser: true, is_staff: true });
      const body = { ...search, view_reason: reason };
      const before = await accessesOf(subject);
      const { status, text } = await callApi(test, route, { access: agent.access, body });
      const links = route.operation.startsWith('link') ? [(JSON.parse(text) as { url: string }).url] : [];
      for (const url of links) await callApi(test, { method: 'GET', url: new URL(url).pathname }).expect(404);
      expect([route.operation, [200, 404]]).toEqual([route.operation, expect.arrayContaining([status])]);
      const event = (await eventsOf(agent)).at(-1);
      expect([search, event]).toEqual([search, expect.objectContaining({ reason })]);
      const namesUser = !/Log/.test(route.operation);
      const seen = (await accessesOf(subject)) - before;
      expect([search, seen]).toEqual([search, namesUser ? 1 : 0]);
    }
  });

  it('by the agent’s own name needs a reason unless all rows are the agent’s own', async () => {
    const subject = await createSubject();
    const agent = await createCaller(test, { is_superuser: true, is_staff: true });
    const { user, access } = agent;
    // One operation of an agent counts once an hour.
    const own: [Route, object, number][] = [
      [listAuditRecords, { actor: user.id }, 1],
      [listAuditRecords, { actor: user.username }, 0],
      [exportAuditRecords, { actor: user.username }, 1],
      [linkAuditRecordsExport, { actor: user.id }, 0],
      [listTimeline, { user_id: user.id }, 1],
    ];
    for (const [route, body] of own.slice(0, 2)) await callApi(test, route, { access, body }).expect(200);
    await stateReason(subject, agent);
    const before = await accessesOf(subject);
    for (const [route, body] of own) {
      const refused = await callApi(test, route, { access, body });
      expect([route.operation, refused.status]).toEqual([route.operation, 403]);
      expect(await accessesOf(subject)).toBe(before);
    }
    for (const [route, search, accesses] of own) {
      const seen = await accessesOf(subject);
      const body = { ...search, view_reason: `${reason} ${JSON.stringify(search)} ${route.operation}` };
      await callApi(test, route, { access, body }).expect(200);
      expect([route.operation, (await accessesOf(subject)) - seen]).toEqual([route.operation, accesses]);
    }
  });

  it('without a filter needs none, and neither do the agent’s own records', async () => {
    const agent = await staffCaller();
    for (const body of [{}, { page: 1, page_size: 5, sort: 'oldest' }, { user: agent.user.id }])
      await callApi(test, listIpRecords, { access: agent.access, body }).expect(200);
  });
});

it('exactly the operations that are searches accept a reason', () => {
  const accepting = routes.filter(({ body }) => body instanceof z.ZodObject && 'view_reason' in body.shape);
  expect(accepting.map(({ operation }) => operation).toSorted()).toEqual(searchOperations.toSorted());
});
