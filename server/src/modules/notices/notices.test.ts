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
let plain: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  staff = await createCaller(test, { username: 'editor', is_staff: true });
  plain = await createCaller(test);
});

const call = ({ method, url }: Route, id: string, body: object = {}) => {
  const verb = method.toLowerCase() as 'put' | 'post' | 'delete';
  const sent = request(test.app.server)[verb](url.replace(':id', id));
  return sent.set('authorization', `Bearer ${staff.access}`).send(body);
};
const write = (given = {}) => addNotice(test, staff.access, given);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Dates a notice back. */
const age = (id: string, seconds: number) =>
  test.database.pool.query(
    `UPDATE notices SET starts_at = starts_at - $2 * interval '1 second', ends_at = ends_at - $2 * interval '1 second'
     WHERE id = $1`,
    [id, seconds],
  );

const seenBy = async (access: string) =>
  (await readList(test, access, { page_size: 100 })).data.map(({ id }) => id);

it('the list without a notice is an empty page, and a 404 only with a filter', async () => {
  const { body } = await call(listNotices, '').expect(200);
  expect(body).toEqual({ data: [], totalNotice: 0, numOfPages: 0, page: 1 });
  await call(listNotices, '', { level: 'critical' }).expect(404);
});

describe('a notice', () => {
  it('is live at once, can be read and withdrawn, and is recorded in the audit trail', async () => {
    const notice = await write({ title: 'Maintenance', level: 'warning', starts_at: inSeconds(-3600) });
    expect(notice).toMatchObject({ state: 'live', read_count: 0, created_by: 'editor', user_id: null });
    expect(Date.parse(notice.starts_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const entry = (await readList(test, plain.access)).data.find(({ id }) => id === notice.id);
    expect(entry).toMatchObject({ kind: 'notice', title: 'Maintenance', level: 'warning', read_at: null });
    await markRead(test, plain.access, { ids: [notice.id] }).expect(200);
    await markRead(test, plain.access, { ids: [notice.id] }).expect(200);
    expect((await findNotice(test, staff.access, 'maintenance'))?.read_count).toBe(1);
    for (const _ of ['first', 'again']) {
      const { body } = await call(withdrawNotice, notice.id).expect(200);
      expect(body.notice).toMatchObject({ state: 'withdrawn', read_count: 1 });
    }
    expect(await seenBy(plain.access)).not.toContain(notice.id);
    const actions = await test.database.prisma.auditEvent.findMany({
      where: { actor_id: staff.user.id },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(actions.map(({ action }) => action)).toEqual(['withdrawNotice', 'createNotice']);
  });

  it('is a draft, scheduled, live and expired in turn, and is shown to users while it is live', async () => {
    const draft = await write({ title: 'In turn', draft: true });
    expect(draft).toMatchObject({ state: 'draft', starts_at: null });
    const { body } = await call(updateNotice, draft.id, {
      draft: false,
      starts_at: inSeconds(60),
      ends_at: inSeconds(120),
    }).expect(200);
    expect(body.notice).toMatchObject({ state: 'scheduled', title: 'In turn' });
    expect(await seenBy(plain.access)).not.toContain(draft.id);
    await age(draft.id, 90);
    expect((await findNotice(test, staff.access, 'in turn'))?.state).toBe('live');
    const newcomer = await createCaller(test);
    for (const { access } of [plain, newcomer]) expect(await seenBy(access)).toContain(draft.id);
    await age(draft.id, 90);
    expect((await findNotice(test, staff.access, 'in turn'))?.state).toBe('over');
    expect(await seenBy(plain.access)).not.toContain(draft.id);
  });

  it('reaches only its audience', async () => {
    const premium = await createCaller(test);
    await test.database.prisma.user.update({
      where: { id: premium.user.id },
      data: { is_premium_user: true },
    });
    const superuser = await createCaller(test, { is_superuser: true });
    const callers = { plain, premium, staff, superuser };
    const reached = {
      all: ['plain', 'premium', 'staff', 'superuser'],
      premium: ['premium'],
      staff: ['staff', 'superuser'],
      user: ['plain'],
    };
    for (const [audience, names] of Object.entries(reached)) {
      const { id } = await write({ audience, user_id: audience === 'user' ? plain.user.id : null });
      for (const [name, { access }] of Object.entries(callers)) {
        expect([audience, name, (await seenBy(access)).includes(id)]).toEqual([
          audience,
          name,
          names.includes(name),
        ]);
      }
    }
  });

  it('allows only a change of its end once it is live, and cannot be deleted then', async () => {
    const notice = await write({ title: 'Fixed' });
    const { body } = await call(updateNotice, notice.id, {
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
      const refused = await call(updateNotice, notice.id, change).expect(409);
      expect(refused.body.msg).toBe(noticeMessages.liveIsFixed);
    }
    const past = await call(updateNotice, notice.id, { ends_at: inSeconds(-1) }).expect(400);
    expect(past.body.details).toEqual({ ends_at: [noticeMessages.endInPast] });
    await call(deleteNotice, notice.id).expect(409);
    await call(withdrawNotice, notice.id).expect(200);
    await call(updateNotice, notice.id, { ends_at: null }).expect(409);
    await call(deleteNotice, notice.id).expect(409);
  });

  it('can be deleted if it was never live; a missing one is a 404', async () => {
    for (const given of [{ draft: true }, { starts_at: inSeconds(60) }]) {
      const { id } = await write(given);
      await call(deleteNotice, id).expect(204);
      await call(deleteNotice, id).expect(404);
    }
    await call(updateNotice, uuidv7(), {}).expect(404);
    await call(withdrawNotice, 'no-id').expect(404);
  });

  it('stores scripts and special characters as plain text', async () => {
    const text = '<script>alert(1)</script> %_\\ 漢字 👩‍🚀';
    const { id } = await write({ title: text, text });
    const entry = (await readList(test, plain.access, { page_size: 100 })).data.find((one) => one.id === id);
    expect(entry).toMatchObject({ title: text, text });
    expect((await findNotice(test, staff.access, '%_\\ 漢'))?.id).toBe(id);
  });

  it('is refused with the reason if its times or its audience are invalid, and nothing is stored', async () => {
    const before = await test.database.prisma.notice.count();
    const good = { title: 'T', text: 'T', level: 'info', audience: 'all' };
    const faults: [object, object][] = [
      [{ ends_at: inSeconds(-1) }, { ends_at: [noticeMessages.endBeforeStart] }],
      [{ starts_at: inSeconds(60), ends_at: inSeconds(60) }, { ends_at: [expect.stringContaining('after')] }],
      [{ audience: 'user' }, { user_id: [noticeMessages.userMissing] }],
      [{ user_id: plain.user.id }, { user_id: [noticeMessages.userSuperfluous] }],
      [{ audience: 'user', user_id: uuidv7() }, { user_id: [noticeMessages.userUnknown] }],
      [{ starts_at: 'tomorrow' }, { starts_at: [expect.any(String)] }],
      [{ title: '  ' }, { title: ['Required.'] }],
      [{ title: 'x'.repeat(121) }, { title: [expect.stringContaining('120')] }],
      [{ text: 'x'.repeat(2001) }, { text: [expect.stringContaining('2000')] }],
      [{ level: 'loud' }, { level: [expect.stringContaining('critical')] }],
      [{ colour: 'red' }, { colour: [expect.any(String)] }],
    ];
    for (const [fault, details] of faults) {
      const { body } = await call(createNotice, '', { ...good, ...fault }).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed', details });
    }
    expect(await test.database.prisma.notice.count()).toBe(before);
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

it('by staff who are deleted at that moment is refused like a request of an ended session', async () => {
  const author = await createCaller(test, { is_staff: true });
  const writing = await test.database.prisma.$transaction(async (tx) => {
    await tx.user.delete({ where: { id: author.user.id } });
    const body = { title: 'Late', text: 'Text', level: 'info', audience: 'all' };
    const answered = callApi(test, createNotice, { access: author.access, body }).then(
      ({ status }) => status,
    );
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    return { answered };
  });
  expect(await writing.answered).toBe(401);
  await call(listNotices, '', { text: 'Late' }).expect(404);
});

it('to everyone that is critical and began last is the banner, also for guests', async () => {
  expect(await banner()).toBeNull();
  await write({ level: 'warning' });
  await write({ level: 'critical', audience: 'staff' });
  await write({ level: 'critical', starts_at: inSeconds(60) });
  const [first, last] = [
    await write({ level: 'critical' }),
    await write({ level: 'critical', title: 'Last' }),
  ];
  expect(await banner()).toEqual({ id: last.id, title: 'Last', text: 'Text' });
  await call(withdrawNotice, last.id).expect(200);
  expect(await banner()).toMatchObject({ id: first.id });
  await call(withdrawNotice, first.id).expect(200);
  expect(await banner()).toBeNull();
});

it('the list is filtered by text, level and state, and is a 404 without a match', async () => {
  const title = `Filtered ${uuidv7()}`;
  const [first] = [await write({ title, level: 'critical' }), await write({ title, draft: true })];
  const list = async (filter: object) => (await call(listNotices, '', { text: title, ...filter })).body;
  expect((await list({})).totalNotice).toBe(2);
  expect(await list({ level: 'critical' })).toMatchObject({ totalNotice: 1, data: [{ id: first?.id }] });
  expect(await list({ state: 'draft' })).toMatchObject({ totalNotice: 1, numOfPages: 1, page: 1 });
  const { body } = await call(listNotices, '', { text: title, state: 'over' }).expect(404);
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
