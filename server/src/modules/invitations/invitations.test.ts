import { randomUUID } from 'node:crypto';
import { registerUser } from 'contract/accounts/accounts.ts';
import { listFriendRequests } from 'contract/friends/friends.ts';
import * as identities from 'contract/identities/identities.ts';
import { invitationMessages } from 'contract/invitations/invitations.constants.ts';
import {
  checkInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
} from 'contract/invitations/invitations.ts';
import * as users from 'contract/users/users.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { callApi } from '#test/call.ts';
import { createCaller, eventsOf, registration } from '#test/factories.ts';
import { codeOf, start as openIdStart, toRegister, useOpenId } from '#test/openid-sign-in.ts';
import { cleanUpInvitations } from './invitations.service.ts';

const { test, newBrowser } = await useOpenId();

type Caller = Awaited<ReturnType<typeof createCaller>>;

async function set(values: { registration_open?: boolean; invitations_per_user?: number }): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const row = { value };
    await test.database.prisma.setting.upsert({ where: { key }, create: { key, ...row }, update: row });
  }
  await test.dependencies.settings.reload();
}

beforeEach(() => set({ registration_open: false, invitations_per_user: 2 }));

async function invite({ access }: Caller, body: object = {}) {
  const response = await callApi(test, createInvitation, { access, body }).expect(201);
  const [, token] = String(response.body.url).split('/register#invitation=');
  return { id: response.body.invitation.id as string, token: token ?? '', body: response.body };
}

const newName = () => `u-${randomUUID().slice(0, 12)}`;
const register = (invitation: string | undefined, name = newName()) =>
  callApi(test, registerUser, { body: registration(name, invitation === undefined ? {} : { invitation }) });
const check = (invitation: string) => callApi(test, checkInvitation, { body: { invitation } });
const refusal = async (call: ReturnType<typeof callApi>) => {
  const { status, body } = await call;
  return [status, body.code];
};
const invalid = [400, 'invalid_invitation'];
const listOf = async ({ access }: Caller, query: object = {}) =>
  (await callApi(test, listInvitations, { access, query }).expect(200)).body;

describe('an invitation', () => {
  it('lets one person register while registration is closed, who asks the inviter to be friends', async () => {
    const ada = await createCaller(test);
    expect(await refusal(register(undefined))).toEqual([403, 'registration_closed']);
    const { token, body } = await invite(ada, { note: 'For Grace' });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(body.invitation).toMatchObject({ note: 'For Grace', uses: 1, used: 0, is_open: true });
    const days =
      (Date.parse(body.invitation.expires_at) - Date.parse(body.invitation.created_at)) / 86_400_000;
    expect(days).toBe(7);
    const name = newName();
    expect((await check(token).expect(200)).body).toEqual({ msg: invitationMessages.works });
    await register(token, name).expect(201);
    expect(await refusal(register(token))).toEqual(invalid);
    // A used one is refused like one that never existed.
    const refusals = await Promise.all([check(token), check('unknown')]);
    expect(refusals.map((response) => [response.status, response.body.code])).toEqual([invalid, invalid]);
    expect(refusals[0]?.body.msg).toBe(refusals[1]?.body.msg);
    const { data, left } = await listOf(ada);
    expect(data).toMatchObject([{ used: 1, is_open: false, people: [{ username: name }] }]);
    expect(left).toBe(1);
    expect(JSON.stringify(data)).not.toContain(token);
    const requests = await callApi(test, listFriendRequests, { access: ada.access }).expect(200);
    expect(JSON.stringify(requests.body)).toContain(name);
  });

  it('has one text for a wrong, a used, an ended and a deleted one', async () => {
    const ada = await createCaller(test, { is_staff: true });
    const [ended, deleted, used] = [await invite(ada), await invite(ada), await invite(ada)];
    await test.database.prisma.invitation.update({
      where: { id: ended.id },
      data: { expires_at: new Date(Date.now() - 1_000) },
    });
    await callApi(test, deleteInvitation, { access: ada.access, id: deleted.id }).expect(200);
    await register(used.token).expect(201);
    const wrong = ['', 'x', `${used.token}x`, randomUUID(), 'x'.repeat(201), 'x\0'];
    for (const token of [ended.token, deleted.token, used.token, ...wrong]) {
      for (const { status, body } of [await register(token), await check(token)])
        expect([status, body.code, body.msg]).toEqual([...invalid, invitationMessages.invalid]);
    }
  });

  it('for one gives one account to fifty registrations at once, and for three gives three', async () => {
    const staff = await createCaller(test, { is_staff: true });
    for (const uses of [1, 3]) {
      const { token, id } = await invite(staff, { uses });
      const before = await test.database.prisma.user.count();
      await Promise.all(Array.from({ length: 50 / uses }, async () => register(token)));
      expect((await test.database.prisma.user.count()) - before).toBe(uses);
      const where = { invitation_id: id };
      expect(await test.database.prisma.invitationUse.count({ where })).toBe(uses);
    }
  });

  it('is not used up by a registration that is refused', async () => {
    const ada = await createCaller(test);
    const { token } = await invite(ada);
    expect(await refusal(register(token, ada.user.username))).toEqual([409, 'conflict']);
    await register(token).expect(201);
  });

  it('is optional while registration is open, still counted, and still refused if it does not work', async () => {
    await set({ registration_open: true });
    const ada = await createCaller(test);
    const { token } = await invite(ada);
    await register(undefined).expect(201);
    await register(token).expect(201);
    expect((await listOf(ada)).data).toMatchObject([{ used: 1 }]);
    expect(await refusal(register(token))).toEqual(invalid);
  });

  it('is for one person each and as many as the setting says, whoever comes or goes, also in parallel', async () => {
    const ada = await createCaller(test);
    expect(await refusal(callApi(test, createInvitation, { access: ada.access, body: { uses: 2 } }))).toEqual(
      [400, 'validation_failed'],
    );
    const made = await Promise.all(
      Array.from({ length: 6 }, () => callApi(test, createInvitation, { access: ada.access, body: {} })),
    );
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 403, 403, 403, 403,
    ]);
    const [first, second] = (await listOf(ada)).data as { id: string }[];
    await callApi(test, deleteInvitation, { access: ada.access, id: first!.id }).expect(200);
    const { token } = await invite(ada);
    await callApi(test, deleteInvitation, { access: ada.access, id: second!.id }).expect(200);
    const name = newName();
    await register(token, name).expect(201);
    await test.database.prisma.user.deleteMany({ where: { username: name } });
    expect(await listOf(ada)).toMatchObject({ left: 1, data: [{ used: 1, people: [] }] });
    await set({ invitations_per_user: 1 });
    expect(await refusal(callApi(test, createInvitation, { access: ada.access, body: {} }))).toEqual([
      403,
      'forbidden',
    ]);
  });

  it.each([
    ['note', { note: 'x'.repeat(101) }],
    ['days', { days: 0 }],
    ['days', { days: 31 }],
    ['days', { days: 1.5 }],
    ['uses', { uses: 0 }],
    ['uses', { uses: 51 }],
    ['more', { more: 1 }],
  ])('refuses %s of %o', async (field, body) => {
    const staff = await createCaller(test, { is_staff: true });
    const response = await callApi(test, createInvitation, { access: staff.access, body }).expect(400);
    expect(Object.keys(response.body.details)).toEqual([field]);
  });

  it('is listed and deleted by its maker and by staff alone, and recorded without its token', async () => {
    const [ada, bob, staff] = [
      await createCaller(test),
      await createCaller(test),
      await createCaller(test, { is_staff: true }),
    ];
    const { id, token } = await invite(ada);
    expect((await listOf(bob)).data).toEqual([]);
    expect(
      await refusal(callApi(test, listInvitations, { access: bob.access, query: { all: 'true' } })),
    ).toEqual([403, 'forbidden']);
    expect((await listOf(staff)).data).toEqual([]);
    expect((await listOf(staff, { all: 'true', page_size: 1 })).data).toMatchObject([
      { id, created_by: ada.user.username },
    ]);
    expect(await refusal(callApi(test, deleteInvitation, { access: bob.access, id }))).toEqual([
      404,
      'not_found',
    ]);
    await callApi(test, deleteInvitation, { access: staff.access, id }).expect(200);
    expect(await refusal(register(token))).toEqual(invalid);
    const events = await eventsOf(test, ada.user);
    const own = events.filter(({ action }) => action.endsWith('Invitation'));
    expect(own.map(({ action }) => action)).toEqual(['createInvitation', 'deleteInvitation']);
    for (const { details } of events) expect(details?.details ?? '').not.toContain(token);
  });

  it('ends when its maker is suspended, disabled or asks for the deletion, and not again afterwards', async () => {
    const admin = await createCaller(test, { is_superuser: true, is_staff: true });
    const acts: ((maker: Caller) => ReturnType<typeof callApi>)[] = [
      ({ user: { id } }) =>
        callApi(test, users.suspendUser, {
          access: admin.access,
          id,
          body: { reason: 'x', ends_at: new Date(Date.now() + 86_400_000).toISOString() },
        }),
      ({ user: { id } }) =>
        callApi(test, users.adminUpdateUser, { access: admin.access, id, body: { is_active: false } }),
      ({ user: { id }, access }) => callApi(test, users.deleteUser, { access, id }),
    ];
    for (const act of acts) {
      const maker = await createCaller(test);
      const { token, id } = await invite(maker);
      expect((await act(maker)).status).toBeLessThan(300);
      expect(await test.database.prisma.invitation.count({ where: { id } })).toBe(0);
      expect(await refusal(register(token))).toEqual(invalid);
    }
  });

  it('ends when its maker is no longer staff, if it is of several uses or beyond the number for a user', async () => {
    await set({ invitations_per_user: 2 });
    const admin = await createCaller(test, { is_superuser: true, is_staff: true });
    const maker = await createCaller(test, { is_staff: true });
    const [came, older] = [await invite(maker), await invite(maker)];
    await register(came.token).expect(201);
    const [newer, several] = [await invite(maker), await invite(maker, { uses: 2 })];
    const body = { is_staff: false };
    await callApi(test, users.adminUpdateUser, { access: admin.access, id: maker.user.id, body }).expect(200);
    for (const { token } of [several, older]) expect(await refusal(register(token))).toEqual(invalid);
    await register(newer.token).expect(201);
  });

  it('tells staff who invited whom, and stands in the exports of both', async () => {
    const [ada, staff] = [await createCaller(test), await createCaller(test, { is_staff: true })];
    const { token } = await invite(ada, { note: 'a secret note' });
    const name = newName();
    const { body } = await register(token, name).expect(201);
    const overview = async (id: string) =>
      (await callApi(test, users.getUserOverview, { access: staff.access, id }).expect(200)).body;
    expect(await overview(ada.user.id)).toMatchObject({ invited_by: null, invited: [{ username: name }] });
    expect(await overview(body.user.id)).toMatchObject({ invited_by: { id: ada.user.id }, invited: [] });
    const own = (await callApi(test, users.exportUser, { access: ada.access }).expect(200)).text;
    expect(own).toContain('a secret note');
    expect(own).toContain(name);
    expect(own).not.toContain(token);
  });

  it('is listed until 90 days after its end', async () => {
    const ada = await createCaller(test);
    const [old, recent] = [await invite(ada), await invite(ada)];
    const endedFor = (id: string, days: number) =>
      test.database.prisma.invitation.update({
        where: { id },
        data: { expires_at: new Date(Date.now() - days * 86_400_000) },
      });
    await Promise.all([endedFor(old.id, 91), endedFor(recent.id, 89)]);
    await cleanUpInvitations(test);
    expect((await listOf(ada)).data).toMatchObject([{ id: recent.id, is_open: false }]);
  });
});

describe('an invitation through the provider', () => {
  const start = identities.startOpenIdRegistration.url;

  it('is in the cookie of the browser that began, and lets that browser alone register', async () => {
    const ada = await createCaller(test);
    const { token, id } = await invite(ada);
    const browser = newBrowser();
    const closed = newBrowser();
    expect(await closed.follow(openIdStart)).toBe('/login?oidc=closed');
    const begun = await browser.post(start, { invitation: token });
    expect(begun.status).toBe(200);
    const url = String(begun.body['url']);
    expect(url).not.toContain(token);
    const page = await browser.follow(url);
    expect(page).not.toContain(token);
    const code = codeOf(page, toRegister);
    const username = newName();
    const stranger = await newBrowser().post(identities.registerOpenId.url, { code, username });
    expect(stranger.body).toMatchObject({ code: 'invalid_code' });
    const registered = await browser.post(identities.registerOpenId.url, { code, username });
    expect([registered.status, registered.body]).toMatchObject([201, { user: { username } }]);
    expect((await listOf(ada)).data).toMatchObject([{ id, used: 1, people: [{ username }] }]);
  });

  it('is refused at the start and at the registration if it does not work', async () => {
    const ada = await createCaller(test);
    const { token, id } = await invite(ada);
    const refused = await newBrowser().post(start, { invitation: 'x' });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'invalid_invitation' }]);
    const browser = newBrowser();
    const { body } = await browser.post(start, { invitation: token });
    const code = codeOf(await browser.follow(String(body['url'])), toRegister);
    await callApi(test, deleteInvitation, { access: ada.access, id }).expect(200);
    const late = await browser.post(identities.registerOpenId.url, { code, username: newName() });
    expect([late.status, late.body]).toMatchObject([400, { code: 'invalid_invitation' }]);
  });
});
