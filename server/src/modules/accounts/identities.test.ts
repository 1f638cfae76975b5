import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { login, reauthenticate } from 'contract/accounts/accounts.ts';
import {
  deleteIdentity,
  linkIdentity,
  listIdentities,
  loginOpenId,
  startOpenIdLogin,
} from 'contract/identities/identities.ts';
import { deleteSecondFactor, resetSecondFactor } from 'contract/second-factors/second-factors.ts';
import { createNetworkBlock } from 'contract/network-blocks/network-blocks.ts';
import { adminUpdateUser, getUser, updateUser } from 'contract/users/users.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { ageSignIns, createCaller, password } from '#test/factories.ts';
import { deliverMail, followLink, linkIn as linkInMail } from '#test/mail.ts';
import { publicUrl, startTestProvider, TestBrowser } from '#test/openid-provider.ts';
import { addTestPasskey, answerSecondFactor } from '#test/second-factors.ts';

const provider = await startTestProvider();
const test = useTestApp(provider.environment);
afterAll(() => provider.stop());

const newBrowser = () =>
  new TestBrowser(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`);

beforeEach(() => {
  const sub = `sub-${randomUUID().slice(0, 8)}`;
  provider.account = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ada Lovelace' };
});

type Caller = Awaited<ReturnType<typeof createCaller>>;

const bearer = ({ access }: Pick<Caller, 'access'>) => ({ authorization: `Bearer ${access}` });

/** The page at the end of the way that began with the URL of a response. */
async function linkIn(browser: TestBrowser, caller: Pick<Caller, 'access'>): Promise<string> {
  const { body } = await browser.post(linkIdentity.url, {}, bearer(caller));
  return browser.follow(String(body['url']));
}

const identitiesOf = async (caller: Pick<Caller, 'access'>) =>
  (await callApi(test, listIdentities, { access: caller.access })).body.data as {
    id: string;
    email: string;
  }[];

const addressOf = () => provider.account?.email;

describe('linked identities', () => {
  it('are listed for their user alone, and each belongs to one account', async () => {
    const [caller, other] = [await createCaller(test), await createCaller(test)];
    expect(await linkIn(newBrowser(), caller)).toBe('/login?oidc=linked');
    expect(await identitiesOf(caller)).toMatchObject([
      { issuer: provider.issuer, name: 'Ada Lovelace', email: addressOf(), last_used_at: null },
    ]);
    expect(await linkIn(newBrowser(), other)).toBe('/login?oidc=failed');
    expect(await identitiesOf(other)).toEqual([]);
    const [identity] = await identitiesOf(caller);
    const remove = (access: string) => callApi(test, deleteIdentity, { id: identity!.id, access });
    await remove(other.access).expect(404);
    await remove(caller.access).expect(200);
    await remove(caller.access).expect(404);
  });

  it('are removed by the link in the email about them, with what was added since, and all sessions end', async () => {
    const caller = await createCaller(test);
    await deliverMail(test);
    const browser = newBrowser();
    await linkIn(browser, caller);
    const { user, access } = caller;
    const planted = { user_id: user.id, issuer: provider.issuer, subject: randomUUID() };
    await test.database.prisma.identity.create({ data: { ...planted, id: uuidv7() } });
    const [mail, ...others] = await deliverMail(test);
    expect([mail?.to, mail?.subject, others]).toEqual([
      user.email,
      'Another account can sign in to yours',
      [],
    ]);
    const link = linkInMail(mail);
    expect(link.page).toBe('not-me');
    // The sign-in waits for its second factor when the identity is removed.
    await test.database.prisma.secondFactor.create({
      data: {
        id: uuidv7(),
        user_id: user.id,
        method: 'totp',
        name: 'x',
        confirmed_at: new Date(0),
        created_at: new Date(0),
      },
    });
    const code = 'aaaaaaaaaaaaaaaa';
    const code_hash = new Uint8Array(createHash('sha256').update(code).digest());
    await test.database.prisma.recoveryCode.create({
      data: { user_id: user.id, code_hash, created_at: new Date(0) },
    });
    const [, signInCode = ''] =
      /#code=(.+)$/.exec(await browser.follow(publicUrl + startOpenIdLogin.url)) ?? [];
    const waiting = await browser.post(loginOpenId.url, { code: signInCode });
    const { second_factor } = waiting.body as unknown as { second_factor: { token: string } };
    await followLink(test, link).expect(200);
    const answer = await answerSecondFactor(test, second_factor.token, { method: 'recovery_code', code });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_code']);
    expect(await test.database.prisma.identity.count({ where: { user_id: user.id } })).toBe(0);
    await callApi(test, getUser, { id: user.id, access }).expect(401);
    expect((await deliverMail(test)).map(({ subject }) => subject)).toEqual(['Reset your password']);
    await followLink(test, link).expect(400);
  });

  it('are linked in the session that began, and only while it lasts', async () => {
    const caller = await createCaller(test);
    const browser = newBrowser();
    const { body } = await browser.post(linkIdentity.url, {}, bearer(caller));
    // Without the cookie of the browser, the answer of the provider is worth nothing.
    expect(await newBrowser().follow(String(body['url']))).toBe('/login?oidc=expired');
    await test.database.prisma.session.updateMany({
      where: { user_id: caller.user.id },
      data: { revoked_at: new Date() },
    });
    expect(await browser.follow(String(body['url']))).toBe('/login?oidc=expired');
    expect(await test.database.prisma.identity.count({ where: { user_id: caller.user.id } })).toBe(0);
  });

  it('are not linked at the end unless the session could begin it then', async () => {
    const { prisma } = test.database;
    const changes: Record<string, (id: string) => Promise<unknown>> = {
      'a second factor was added': (user_id) =>
        prisma.secondFactor.create({
          data: { id: uuidv7(), user_id, method: 'totp', name: 'x', confirmed_at: new Date() },
        }),
      'the sign-in is no longer recent': (id) => ageSignIns(test, id, 3_600),
      'the password has to be changed': (id) =>
        prisma.user.update({ where: { id }, data: { must_change_password: true } }),
      'the account is disabled': (id) => prisma.user.update({ where: { id }, data: { is_active: false } }),
    };
    for (const [what, change] of Object.entries(changes)) {
      const caller = await createCaller(test);
      const browser = newBrowser();
      const { body } = await browser.post(linkIdentity.url, {}, bearer(caller));
      await change(caller.user.id);
      const end = await browser.follow(String(body['url']));
      const linked = await prisma.identity.count({ where: { user_id: caller.user.id } });
      expect([what, end, linked]).toEqual([what, '/login?oidc=expired', 0]);
    }
  });

  it('need a recent sign-in to change', async () => {
    const caller = await createCaller(test);
    await linkIn(newBrowser(), caller);
    const [identity] = await identitiesOf(caller);
    await ageSignIns(test, caller.user.id, 3_600);
    for (const [operation, id] of [
      [linkIdentity, ''],
      [deleteIdentity, identity!.id],
    ] as const) {
      const { status, body } = await callApi(test, operation, { id, access: caller.access });
      expect([status, body.code]).toEqual([403, 'reauthentication_required']);
    }
  });
});

async function withoutPassword() {
  const caller = await createCaller(test);
  const browser = newBrowser();
  await linkIn(browser, caller);
  await test.database.prisma.user.update({ where: { id: caller.user.id }, data: { has_password: false } });
  return { caller, browser };
}

describe('a user without a password', () => {
  it('keeps the last way to sign in, and may unlink it after choosing a password', async () => {
    const { caller } = await withoutPassword();
    const { access } = caller;
    const [identity] = await identitiesOf(caller);
    const refused = await callApi(test, deleteIdentity, { id: identity!.id, access });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    const body = { new_password: 'a fresh password', confirm_new_password: 'a fresh password' };
    await callApi(test, updateUser, { id: caller.user.id, access, body }).expect(200);
    const credentials = { username_or_email: caller.user.username, password: 'a fresh password' };
    const signedIn = await callApi(test, login, { body: credentials }).expect(200);
    await callApi(test, deleteIdentity, { id: identity!.id, access: signedIn.body.access }).expect(200);
  });

  it.each(['unlinked first', 'deleted first', 'both at once'])(
    'keeps one of an identity and a passkey, whichever goes: %s',
    async (order) => {
      const { caller } = await withoutPassword();
      const { access } = caller;
      await addTestPasskey(test, access);
      const [identity] = await identitiesOf(caller);
      const passkey = await test.database.prisma.secondFactor.findFirstOrThrow({
        where: { user_id: caller.user.id },
      });
      const doors = [
        async () => (await callApi(test, deleteIdentity, { id: identity!.id, access })).status < 300,
        async () => (await callApi(test, deleteSecondFactor, { id: passkey.id, access })).status < 300,
      ];
      const tried = order === 'deleted first' ? doors.toReversed() : doors;
      const opened =
        order === 'both at once'
          ? await Promise.all(tried.map((door) => door()))
          : [await tried[0]!(), await tried[1]!()];
      expect(opened.filter(Boolean)).toHaveLength(1);
      const where = { user_id: caller.user.id };
      const left = await Promise.all([
        test.database.prisma.identity.count({ where }),
        test.database.prisma.secondFactor.count({ where }),
      ]);
      expect(left[0] + left[1]).toBe(1);
    },
  );

  it('changes the email address after a fresh proof at the provider', async () => {
    const { caller, browser } = await withoutPassword();
    const { user, access } = caller;
    const change = () =>
      callApi(test, updateUser, { id: user.id, access, body: { email: `new-${user.email}` } });
    await ageSignIns(test, user.id, 3_600);
    expect((await change().expect(403)).body.code).toBe('reauthentication_required');
    const asked = await browser.post(reauthenticate.url, { current_password: password }, bearer(caller));
    browser.forget(provider.issuer);
    expect(await browser.follow(String(asked.body['url']))).toBe('/login?oidc=confirmed');
    await change().expect(200);
  });

  it('gets a link to a new password when staff remove the passkey that was the last way to sign in', async () => {
    const { caller } = await withoutPassword();
    await addTestPasskey(test, caller.access);
    // Of a former provider.
    const data = { issuer: 'https://former.example' };
    await test.database.prisma.identity.updateMany({ where: { user_id: caller.user.id }, data });
    await deliverMail(test);
    const { access } = await createCaller(test, { is_superuser: true });
    await callApi(test, resetSecondFactor, { id: caller.user.id, access }).expect(200);
    expect((await deliverMail(test)).map(({ subject }) => subject)).toContain('Reset your password');
  });

  it('confirms through the provider, as the same person and just now', async () => {
    const { caller, browser } = await withoutPassword();
    await ageSignIns(test, caller.user.id, 3_600);
    const confirm = async () => {
      const body = { current_password: password };
      const answer = await browser.post(reauthenticate.url, body, bearer(caller));
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'use_provider' }]);
      return String(answer.body['url']);
    };
    const isRecent = async () =>
      (await callApi(test, linkIdentity, { access: caller.access })).status === 200;
    const url = await confirm();
    expect(url).toContain('prompt=login');
    provider.tamper = { claims: (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 600 }) };
    expect(await browser.follow(url)).toBe('/login?oidc=failed');
    provider.tamper = null;
    const own = provider.account;
    provider.account = { sub: 'somebody else', email: own!.email!, email_verified: true };
    const toOther = await confirm();
    browser.forget(provider.issuer);
    expect(await browser.follow(toOther)).toBe('/login?oidc=failed');
    expect(await isRecent()).toBe(false);
    provider.account = own;
    const toOwn = await confirm();
    browser.forget(provider.issuer);
    expect(await browser.follow(toOwn)).toBe('/login?oidc=confirmed');
    expect(await isRecent()).toBe(true);
    await callApi(test, getUser, { id: caller.user.id, access: caller.access }).expect(200);
  });
});

/** Whose account has a password, too. */
async function fromProvider(options = {}) {
  const caller = await createCaller(test, options);
  await linkIn(newBrowser(), caller);
  const browser = newBrowser();
  const [, code = ''] = /#code=(.+)$/.exec(await browser.follow(publicUrl + startOpenIdLogin.url)) ?? [];
  const { body } = await browser.post(loginOpenId.url, { code });
  return { user: caller.user, access: String(body['access']) };
}

describe('a session that began at the provider', () => {
  const body = { new_password: 'a fresh password', confirm_new_password: 'a fresh password' };

  it.each([
    ['password', () => body],
    ['email address, to which a reset would follow', (email: string) => ({ email: `new-${email}` })],
  ])('sets no %s without the current password, until it has been entered', async (_, bodyFor) => {
    const { user, access } = await fromProvider();
    const change = () => callApi(test, updateUser, { id: user.id, access, body: bodyFor(user.email) });
    const refused = await change();
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'reauthentication_required', details: { current_password: [expect.any(String)] } },
    ]);
    await callApi(test, reauthenticate, { access, body: { current_password: password } }).expect(200);
    await change().expect(200);
  });

  it('sets none for its own account in the edit by staff, either', async () => {
    const { user, access } = await fromProvider({ is_superuser: true });
    const change = () => callApi(test, adminUpdateUser, { id: user.id, access, body });
    expect((await change().expect(403)).body.code).toBe('reauthentication_required');
    await callApi(test, reauthenticate, { access, body: { current_password: password } }).expect(200);
    await change().expect(200);
  });

  it('does not begin while the password has to be changed', async () => {
    const { user } = await fromProvider();
    await test.database.prisma.user.update({ where: { id: user.id }, data: { must_change_password: true } });
    const browser = newBrowser();
    const [, code = ''] = /#code=(.+)$/.exec(await browser.follow(publicUrl + startOpenIdLogin.url)) ?? [];
    const refused = await browser.post(loginOpenId.url, { code });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'password_change_required' }]);
  });
});

it('nobody signs in from a blocked network, also not through the provider', async () => {
  const block = { network: '203.0.113.0/24', reason: 'Guesses passwords.' };
  const agent = await createCaller(test, { is_staff: true });
  const ends_at = new Date(Date.now() + 86_400_000).toISOString();
  await callApi(test, createNetworkBlock, { access: agent.access, body: { ...block, ends_at } }).expect(201);
  const request = { method: 'POST' as const, remoteAddress: '203.0.113.7', payload: { code: 'x' } };
  const refused = await test.app.inject({ ...request, url: '/api/user/login/oidc/' });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'network_blocked']);
});
