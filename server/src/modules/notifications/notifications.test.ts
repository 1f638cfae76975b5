import { storageLimits } from 'contract/files/files.constants.ts';
import {
  defaultPreferences,
  getPreferences,
  type Preferences,
  updatePreferences,
} from 'contract/preferences/preferences.ts';
import { adminUpdateUser, exportUser, updateUser } from 'contract/users/users.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { updatePreferences as saveStoredPreferences } from '#modules/preferences/preferences.service.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, newPassword, signIn } from '#test/factories.ts';
import { befriend, createSender, createFriendCaller, type FriendCaller } from '#test/friends.ts';
import { deliverMail } from '#test/mail.ts';
import { markRead, readList, addNotice } from '#test/notifications.ts';
import { cleanUpNotifications } from './notifications.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let staff: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  staff = await createCaller(test, { is_staff: true });
});

const kindsOf = async ({ access }: { access: string }) =>
  (await readList(test, access)).data.map(({ kind }) => kind);
const switchOff = ({ access }: FriendCaller, name: string) =>
  callApi(test, updatePreferences, { access, body: { [name]: false } }).expect(200);

describe('the system notifies a user', () => {
  it('of a friend request and its acceptance, once each while unread', async () => {
    const [ada, grace] = [await createFriendCaller(test), await createFriendCaller(test)];
    for (let round = 0; round < 3; round++) {
      const { body } = await ada.send(grace.user).expect(201);
      await ada.withdraw(body.request.id as string).expect(200);
    }
    const { request: pending } = (await ada.send(grace.user).expect(201)).body;
    const { data, unread } = await readList(test, grace.access);
    expect(unread).toBe(1);
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'friend_request',
        text: expect.stringContaining(ada.user.username),
        link: '/profile?tab=friends',
        read_at: null,
      }),
    ]);
    await grace.respond(pending.id, 'accept').expect(200);
    expect(await kindsOf(ada)).toEqual(['friend_accepted']);
  });

  it.each<[string, (ada: FriendCaller, grace: FriendCaller, requestId: string) => Promise<unknown>]>([
    ['accepted', (_ada, grace, id) => grace.respond(id, 'accept').expect(200)],
    ['rejected', (_ada, grace, id) => grace.respond(id, 'reject').expect(200)],
    ['answered by a request', (ada, grace) => grace.send(ada.user).expect(200)],
    ['withdrawn', (ada, _grace, id) => ada.withdraw(id).expect(200)],
    ['answered by a block', (ada, grace) => grace.block(ada.user).expect(200)],
    ['ended by the sender’s block', (ada, grace) => ada.block(grace.user).expect(200)],
  ])('of a friend request until it is %s', async (_, endRequest) => {
    const [ada, grace] = [await createFriendCaller(test), await createFriendCaller(test)];
    const { body } = await ada.send(grace.user).expect(201);
    expect(await kindsOf(grace)).toEqual(['friend_request']);
    await endRequest(ada, grace, body.request.id);
    expect(await readList(test, grace.access)).toMatchObject({ data: [], unread: 0 });
  });

  it('of a pending friend request although its sender deletes an older one', async () => {
    const [ada, grace] = [await createFriendCaller(test), await createFriendCaller(test)];
    const { request: rejected } = (await ada.send(grace.user).expect(201)).body;
    await grace.respond(rejected.id, 'reject').expect(200);
    await ada.send(grace.user).expect(201);
    await ada.withdraw(rejected.id).expect(200);
    expect(await kindsOf(grace)).toEqual(['friend_request']);
  });

  it('of a new password, set by the user or staff, and of a new email address', async () => {
    const { user, access } = await createCaller(test);
    const put = (url: string, as: string, body: object) =>
      request(test.app.server)
        .put(url.replace(/:\w+/, user.id))
        .set('authorization', `Bearer ${as}`)
        .send(body)
        .expect(200);
    await put(updateUser.url, access, { email: `${user.username}@example.net` });
    await put(adminUpdateUser.url, staff.access, { email: `${user.username}@example.com` });
    // Staff's change ends the sessions.
    const { access: again } = await signIn(test, user);
    const { data } = await readList(test, again);
    expect(data.map(({ kind, title }) => [kind, title])).toEqual([
      ['account_change', 'Email set by staff'],
      ['account_change', 'Email change requested'],
    ]);
    await put(updateUser.url, again, newPassword('quite another one'));
    const titles = await test.database.prisma.notification.findMany({
      where: { user_id: user.id },
      orderBy: { created_at: 'desc' },
    });
    expect(titles[0]?.title).toBe('Password changed');
  });

  it('of a sign-in from an unknown device and IP address', async () => {
    const { user, access } = await createCaller(test);
    await signIn(test, user);
    await deliverMail(test);
    expect(await kindsOf({ access })).toEqual([]);
    const longAgo = `UPDATE sign_ins SET created_at = created_at - interval '1000 days' WHERE user_id = $1`;
    await test.database.pool.query(longAgo, [user.id]);
    await signIn(test, user);
    await deliverMail(test);
    const { data } = await readList(test, access);
    expect(data.map(({ kind, text }) => [kind, text])).toEqual([
      ['new_sign_in', expect.stringContaining('127.0.0.1')],
    ]);
  });

  it('once when the user’s stored items reach 90 % of the limit', async () => {
    const left = (storageLimits.records * (100 - storageLimits.hotPercent)) / 100 + 1;
    const { sender, recipients } = await createSender(test, left);
    expect(await kindsOf(sender)).toEqual([]);
    for (const id of recipients.slice(0, 3)) await sender.send(id).expect(201);
    const { data } = await readList(test, sender.access);
    expect(data.map(({ kind, text }) => [kind, text])).toEqual([
      ['storage_nearly_full', expect.stringContaining('900 of your 1000')],
    ]);
  });

  it('of no event whose preference is off', async () => {
    const [ada, grace] = [await createFriendCaller(test), await createFriendCaller(test)];
    await switchOff(grace, 'friend_request');
    await switchOff(ada, 'friend_accepted');
    await befriend(ada, grace);
    expect([await kindsOf(ada), await kindsOf(grace)]).toEqual([[], []]);
  });
});

describe('the notifications of a user', () => {
  it('are listed latest first together with notices, in pages, all or only unread ones', async () => {
    const { user, access } = await createCaller(test);
    const titles = Array.from({ length: 12 }, (_, index) => `Number ${index}`);
    for (const [index, title] of titles.entries()) {
      if (index % 2 === 0) await addNotice(test, staff.access, { title, audience: 'user', user_id: user.id });
      else await addNotification(user.id, title);
    }
    const first = await readList(test, access);
    expect(first).toMatchObject({ totalNotification: 12, unread: 12, numOfPages: 2, page: 1 });
    const last = await readList(test, access, { page: 9 });
    expect(last).toMatchObject({ page: 2, totalNotification: 12 });
    expect([...first.data, ...last.data].map(({ title }) => title)).toEqual(titles.toReversed());

    const firstIds = first.data.slice(0, 4).map(({ id }) => id);
    expect((await markRead(test, access, { ids: firstIds }).expect(200)).body.unread).toBe(8);
    expect(await readList(test, access, { unread: 'true' })).toMatchObject({
      totalNotification: 8,
      unread: 8,
      numOfPages: 1,
    });
    expect(await readList(test, access, { unread: 'False' })).toMatchObject({
      totalNotification: 4,
      unread: 8,
    });
    expect((await markRead(test, access, { all: true }).expect(200)).body.unread).toBe(0);
    expect(await readList(test, access, { unread: 'true' })).toMatchObject({
      data: [],
      totalNotification: 0,
      numOfPages: 0,
      page: 1,
    });
    await test.database.prisma.notice.deleteMany({ where: { user_id: user.id } });
  });

  it('cannot be read or marked by other users', async () => {
    const [{ user }, other] = [await createCaller(test), await createCaller(test)];
    const ownId = await addNotification(user.id, 'Mine');
    const notice = await addNotice(test, staff.access, { audience: 'user', user_id: user.id });
    expect((await readList(test, other.access)).data).toEqual([]);
    await markRead(test, other.access, { ids: [ownId, notice.id, uuidv7()] }).expect(200);
    const { prisma } = test.database;
    expect(await prisma.notification.count({ where: { id: ownId, read_at: null } })).toBe(1);
    expect(await prisma.noticeRead.count({ where: { notice_id: notice.id } })).toBe(0);
  });

  it('store no row for a notice until it is read', async () => {
    await createCaller(test);
    const { id } = await addNotice(test, staff.access);
    expect(await test.database.prisma.noticeRead.count({ where: { notice_id: id } })).toBe(0);
    const { access } = await createCaller(test);
    await markRead(test, access, { all: true }).expect(200);
    expect(await test.database.prisma.noticeRead.count({ where: { notice_id: id } })).toBe(1);
  });

  it('are marked as read by ids or all at once, and other bodies are refused', async () => {
    const { access } = await createCaller(test);
    const ids = Array.from({ length: 101 }, () => uuidv7());
    for (const body of [
      {},
      { ids: [] },
      { ids },
      { ids: ['x'] },
      { all: false },
      { all: true, ids: [uuidv7()] },
    ]) {
      expect((await markRead(test, access, body).expect(400)).body.details).toBeDefined();
    }
    await markRead(test, access, { ids: ids.slice(1) }).expect(200);
  });

  it('are in the export, and are deleted with the user and with the users whom they name', async () => {
    const [ada, grace] = [await createFriendCaller(test), await createFriendCaller(test)];
    await switchOff(grace, 'new_sign_in');
    await ada.send(grace.user).expect(201);
    const notice = await addNotice(test, staff.access);
    await markRead(test, grace.access, { ids: [notice.id] }).expect(200);
    const { body } = await callApi(test, exportUser, { access: grace.access }).expect(200);
    expect(body).toMatchObject({
      user: { preferences: { new_sign_in: false, findable: true } },
      notifications: [{ kind: 'friend_request', about_user_id: ada.user.id }],
      notices_read: [{ notice_id: notice.id }],
    });
    const { prisma } = test.database;
    await prisma.user.delete({ where: { id: ada.user.id } });
    expect(await prisma.notification.count({ where: { user_id: grace.user.id } })).toBe(0);
    await prisma.user.delete({ where: { id: grace.user.id } });
    expect(await prisma.noticeRead.count({ where: { notice_id: notice.id } })).toBe(0);
  });

  it('are stored for a year', async () => {
    const { user, access } = await createCaller(test);
    await Promise.all([addNotification(user.id, 'Old', 366), addNotification(user.id, 'Not so old', 364)]);
    await cleanUpNotifications(test.dependencies);
    expect((await readList(test, access, { page_size: 100 })).data.map(({ title }) => title)).not.toContain(
      'Old',
    );
    expect(await test.database.prisma.notification.count({ where: { user_id: user.id } })).toBe(1);
  });
});

async function addNotification(userId: string, title: string, daysAgo = 0): Promise<string> {
  const id = uuidv7();
  const row = { id, user_id: userId, kind: 'account_change', title, text: 'Text', level: 'info' };
  await test.database.prisma.notification.create({ data: row });
  await test.database.pool.query(
    `UPDATE notifications SET created_at = created_at - $2 * interval '1 day' WHERE id = $1`,
    [id, daysAgo],
  );
  return id;
}

const readPreferences = async ({ access }: FriendCaller) =>
  (await callApi(test, getPreferences, { access }).expect(200)).body as Preferences;
const savePreferences = ({ access }: FriendCaller, changes: object) =>
  callApi(test, updatePreferences, { access, body: changes });

describe('preferences', () => {
  it('are on except for sharing until they are changed, and each change affects one only', async () => {
    const [ada, grace] = [await createFriendCaller(test), await createFriendCaller(test)];
    expect(await readPreferences(ada)).toEqual(defaultPreferences);
    expect((await savePreferences(ada, { share_training: true }).expect(200)).body).toEqual({
      ...defaultPreferences,
      share_training: true,
    });
    await savePreferences(ada, { friend_request: false, findable: false }).expect(200);
    await savePreferences(ada, {}).expect(200);
    expect(await readPreferences(ada)).toEqual({
      ...defaultPreferences,
      share_training: true,
      friend_request: false,
      findable: false,
    });
    expect(await readPreferences(grace)).toEqual(defaultPreferences);
  });

  it('refuse unknown names and values, and then change nothing', async () => {
    const ada = await createFriendCaller(test);
    for (const invalid of [{ findable: 'no' }, { findable: null }, { findable: false, theme: true }, []]) {
      expect((await savePreferences(ada, invalid).expect(400)).body).toMatchObject({
        code: 'validation_failed',
      });
    }
    expect(await readPreferences(ada)).toEqual(defaultPreferences);
  });

  it('of a user who is deleted at the same time are refused like a request of an ended session', async () => {
    const update = saveStoredPreferences(test.dependencies, { user: { id: uuidv7() } }, { findable: false });
    await expect(update).rejects.toMatchObject({ code: 'token_not_valid' });
  });

  it('hide a user who is not findable from every search, until the user is findable again', async () => {
    const [ada, hidden] = [
      await createFriendCaller(test),
      await createFriendCaller(test, { username: 'margaret.h' }),
    ];
    const search = () =>
      Promise.all(['margaret.h', 'marg', 'garet'].map((text) => ada.searchUsernames(text)));
    expect(await search()).toEqual([['margaret.h'], ['margaret.h'], ['margaret.h']]);
    await savePreferences(hidden, { findable: false }).expect(200);
    expect(await search()).toEqual([[], [], []]);
    await savePreferences(hidden, { findable: true }).expect(200);
    expect(await search()).toEqual([['margaret.h'], ['margaret.h'], ['margaret.h']]);
  });
});
