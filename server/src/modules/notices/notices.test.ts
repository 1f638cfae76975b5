import {
  createNotice,
  deleteNotice,
  listNotices,
  type Notice,
  updateNotice,
  withdrawNotice,
} from 'contract/notices/notices.ts';
import { noticeMessages } from 'contract/notices/notices.ts';
import { getSite } from 'contract/settings/settings.ts';
import type { Route } from 'contract/route.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { waitingForLocks } from '#test/database.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { findNotice, markRead, readList, addNotice } from '#test/notifications.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let staff: Awaited<ReturnType<typeof createCaller>>;
let regularUser: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  staff = await createCaller(test, { username: 'editor', is_staff: true });
  regularUser = await createCaller(test);
});

const callAsStaff = ({ method, url }: Route, id: string, body: object = {}) => {
  const verb = method.toLowerCase() as 'put' | 'post' | 'delete';
  const call = request(test.app.server)[verb](url.replace(':id', id));
  return call.set('authorization', `Bearer ${staff.access}`).send(body);
};
const addStaffNotice = (fields = {}) => addNotice(test, staff.access, fields);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Moves the times of a notice into the past. */
const backdate = (id: string, seconds: number) =>
  test.database.pool.query(
    `UPDATE notices SET starts_at = starts_at - $2 * interval '1 second', ends_at = ends_at - $2 * interval '1 second'
     WHERE id = $1`,
    [id, seconds],
  );

const visibleNoticeIds = async (access: string) =>
  (await readList(test, access, { page_size: 100 })).data.map(({ id }) => id);

it('listNotices without notices returns an empty page, and 404 only with a filter', async () => {
  const { body } = await callAsStaff(listNotices, '').expect(200);
  expect(body).toEqual({ data: [], totalNotice: 0, numOfPages: 0, page: 1 });
  await callAsStaff(listNotices, '', { level: 'critical' }).expect(404);
});

describe('a notice', () => {
  it('is live at once, can be read and withdrawn, and is recorded in the audit trail', async () => {
    const notice = await addStaffNotice({
      title: 'Maintenance',
      level: 'warning',
      starts_at: inSeconds(-3600),
    });
    expect(notice).toMatchObject({ state: 'live', read_count: 0, created_by: 'editor', user_id: null });
    expect(Date.parse(notice.starts_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const entry = (await readList(test, regularUser.access)).data.find(({ id }) => id === notice.id);
    expect(entry).toMatchObject({ kind: 'notice', title: 'Maintenance', level: 'warning', read_at: null });
    await markRead(test, regularUser.access, { ids: [notice.id] }).expect(200);
    await markRead(test, regularUser.access, { ids: [notice.id] }).expect(200);
    expect((await findNotice(test, staff.access, 'maintenance'))?.read_count).toBe(1);
    for (const _ of ['first', 'again']) {
      const { body } = await callAsStaff(withdrawNotice, notice.id).expect(200);
      expect(body.notice).toMatchObject({ state: 'withdrawn', read_count: 1 });
    }
    expect(await visibleNoticeIds(regularUser.access)).not.toContain(notice.id);
    const actions = await test.database.prisma.auditEvent.findMany({
      where: { actor_id: staff.user.id },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(actions.map(({ action }) => action)).toEqual(['withdrawNotice', 'createNotice']);
  });

  it('is a draft, scheduled, live and expired in turn, and reaches users while it is live', async () => {
    const draft = await addStaffNotice({ title: 'In turn', draft: true });
    expect(draft).toMatchObject({ state: 'draft', starts_at: null });
    const { body } = await callAsStaff(updateNotice, draft.id, {
      draft: false,
      starts_at: inSeconds(60),
      ends_at: inSeconds(120),
    }).expect(200);
    expect(body.notice).toMatchObject({ state: 'scheduled', title: 'In turn' });
    expect(await visibleNoticeIds(regularUser.access)).not.toContain(draft.id);
    await backdate(draft.id, 90);
    expect((await findNotice(test, staff.access, 'in turn'))?.state).toBe('live');
    const newcomer = await createCaller(test);
    for (const { access } of [regularUser, newcomer])
      expect(await visibleNoticeIds(access)).toContain(draft.id);
    await backdate(draft.id, 90);
    expect((await findNotice(test, staff.access, 'in turn'))?.state).toBe('over');
    expect(await visibleNoticeIds(regularUser.access)).not.toContain(draft.id);
  });

  it('reaches only its audience', async () => {
    const premium = await createCaller(test);
    await test.database.prisma.user.update({
      where: { id: premium.user.id },
      data: { is_premium_user: true },
    });
    const superuser = await createCaller(test, { is_superuser: true });
    const callers = { regularUser, premium, staff, superuser };
    const usersByAudience = {
      all: ['regularUser', 'premium', 'staff', 'superuser'],
      premium: ['premium'],
      staff: ['staff', 'superuser'],
      user: ['regularUser'],
    };
    for (const [audience, names] of Object.entries(usersByAudience)) {
      const { id } = await addStaffNotice({
        audience,
        user_id: audience === 'user' ? regularUser.user.id : null,
      });
      for (const [name, { access }] of Object.entries(callers)) {
        expect([audience, name, (await visibleNoticeIds(access)).includes(id)]).toEqual([
          audience,
          name,
          names.includes(name),
        ]);
      }
    }
  });

  it('allows only a change of its end once it is live, and cannot be deleted then', async () => {
    const notice = await addStaffNotice({ title: 'Fixed' });
    const { body } = await callAsStaff(updateNotice, notice.id, {
      ...fieldsOf(notice),
      ends_at: inSeconds(60),
    }).expect(200);
    expect(body.notice).toMatchObject({ state: 'live', starts_at: notice.starts_at });
    const changes = [
      { title: 'Other' },
      { level: 'critical' },
      { audience: 'staff' },
      { draft: true },
      { starts_at: inSeconds(60) },
    ];
    for (const change of changes) {
      const refusal = await callAsStaff(updateNotice, notice.id, change).expect(409);
      expect(refusal.body.msg).toBe(noticeMessages.liveIsFixed);
    }
    const past = await callAsStaff(updateNotice, notice.id, { ends_at: inSeconds(-1) }).expect(400);
    expect(past.body.details).toEqual({ ends_at: [noticeMessages.endInPast] });
    await callAsStaff(deleteNotice, notice.id).expect(409);
    await callAsStaff(withdrawNotice, notice.id).expect(200);
    await callAsStaff(updateNotice, notice.id, { ends_at: null }).expect(409);
    await callAsStaff(deleteNotice, notice.id).expect(409);
  });

  it('can be deleted if it was never live, and a missing notice is a 404', async () => {
    for (const fields of [{ draft: true }, { starts_at: inSeconds(60) }]) {
      const { id } = await addStaffNotice(fields);
      await callAsStaff(deleteNotice, id).expect(204);
      await callAsStaff(deleteNotice, id).expect(404);
    }
    await callAsStaff(updateNotice, uuidv7(), {}).expect(404);
    await callAsStaff(withdrawNotice, 'no-id').expect(404);
  });

  it('stores scripts and special characters as plain text', async () => {
    const text = '<script>alert(1)</script> %_\\ 漢字 👩‍🚀';
    const { id } = await addStaffNotice({ title: text, text });
    const entry = (await readList(test, regularUser.access, { page_size: 100 })).data.find(
      (item) => item.id === id,
    );
    expect(entry).toMatchObject({ title: text, text });
    expect((await findNotice(test, staff.access, '%_\\ 漢'))?.id).toBe(id);
  });

  it('is refused with the reason if its times or its audience are invalid, and nothing is stored', async () => {
    const countBefore = await test.database.prisma.notice.count();
    const validBody = { title: 'T', text: 'T', level: 'info', audience: 'all' };
    const faults: [object, object][] = [
      [{ ends_at: inSeconds(-1) }, { ends_at: [noticeMessages.endBeforeStart] }],
      [{ starts_at: inSeconds(60), ends_at: inSeconds(60) }, { ends_at: [expect.stringContaining('after')] }],
      [{ audience: 'user' }, { user_id: [noticeMessages.userMissing] }],
      [{ user_id: regularUser.user.id }, { user_id: [noticeMessages.userSuperfluous] }],
      [{ audience: 'user', user_id: uuidv7() }, { user_id: [noticeMessages.userUnknown] }],
      [{ starts_at: 'tomorrow' }, { starts_at: [expect.any(String)] }],
      [{ title: '  ' }, { title: ['Required.'] }],
      [{ title: 'x'.repeat(121) }, { title: [expect.stringContaining('120')] }],
      [{ text: 'x'.repeat(2001) }, { text: [expect.stringContaining('2,000')] }],
      [{ level: 'loud' }, { level: [expect.stringContaining('critical')] }],
      [{ colour: 'red' }, { colour: [expect.any(String)] }],
    ];
    for (const [fault, details] of faults) {
      const { body } = await callAsStaff(createNotice, '', { ...validBody, ...fault }).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed', details });
    }
    expect(await test.database.prisma.notice.count()).toBe(countBefore);
  });

  it('is deleted with the user whom it addresses, but not with its author', async () => {
    const writer = await createCaller(test, { is_staff: true });
    const { id: userId } = await createUser(test);
    const toUser = await addNotice(test, writer.access, { audience: 'user', user_id: userId });
    const toAll = await addNotice(test, writer.access, { title: 'Stays' });
    await test.database.prisma.user.deleteMany({ where: { id: { in: [userId, writer.user.id] } } });
    expect(await test.database.prisma.notice.count({ where: { id: toUser.id } })).toBe(0);
    expect(await findNotice(test, staff.access, 'stays')).toMatchObject({ id: toAll.id, created_by: null });
  });
});

it('createNotice by staff who are deleted at the same time is refused like a request of an ended session', async () => {
  const author = await createCaller(test, { is_staff: true });
  const pending = await test.database.prisma.$transaction(async (tx) => {
    await tx.user.delete({ where: { id: author.user.id } });
    const body = { title: 'Late', text: 'Text', level: 'info', audience: 'all' };
    const status = callApi(test, createNotice, { access: author.access, body }).then(
      (response) => response.status,
    );
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    return { status };
  });
  expect(await pending.status).toBe(401);
  await callAsStaff(listNotices, '', { text: 'Late' }).expect(404);
});

it('the banner is the latest live critical notice to everyone, also for guests', async () => {
  expect(await banner()).toBeNull();
  await addStaffNotice({ level: 'warning' });
  await addStaffNotice({ level: 'critical', audience: 'staff' });
  await addStaffNotice({ level: 'critical', starts_at: inSeconds(60) });
  const [first, last] = [
    await addStaffNotice({ level: 'critical' }),
    await addStaffNotice({ level: 'critical', title: 'Last' }),
  ];
  expect(await banner()).toEqual({ id: last.id, title: 'Last', text: 'Text' });
  await callAsStaff(withdrawNotice, last.id).expect(200);
  expect(await banner()).toMatchObject({ id: first.id });
  await callAsStaff(withdrawNotice, first.id).expect(200);
  expect(await banner()).toBeNull();
});

it('listNotices filters by text, level and state, and is a 404 without a match', async () => {
  const title = `Filtered ${uuidv7()}`;
  const [first] = [
    await addStaffNotice({ title, level: 'critical' }),
    await addStaffNotice({ title, draft: true }),
  ];
  const list = async (filter: object) =>
    (await callAsStaff(listNotices, '', { text: title, ...filter })).body;
  expect((await list({})).totalNotice).toBe(2);
  expect(await list({ level: 'critical' })).toMatchObject({ totalNotice: 1, data: [{ id: first?.id }] });
  expect(await list({ state: 'draft' })).toMatchObject({ totalNotice: 1, numOfPages: 1, page: 1 });
  const { body } = await callAsStaff(listNotices, '', { text: title, state: 'over' }).expect(404);
  expect(body.msg).toBe('No notices found for the given filters');
});

const banner = async () =>
  (await request(test.app.server).get(getSite.url).expect(200)).body.banner as unknown;

const fieldsOf = ({ title, text, level, audience, user_id, starts_at, ends_at }: Notice) => ({
  title,
  text,
  level,
  audience,
  user_id,
  starts_at,
  ends_at,
  draft: false,
});
