import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { login, reauthenticate } from 'contract/accounts/accounts.ts';
import { deleteIdentity, linkIdentity, listIdentities } from 'contract/identities/identities.ts';
import { createNetworkBlock } from 'contract/network-blocks/network-blocks.ts';
import { getUser, updateUser } from 'contract/users/users.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { ageSignIns, createCaller, password } from '#test/factories.ts';
import { startTestProvider, TestBrowser } from '#test/openid-provider.ts';

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
    const mails = await test.database.pool.query(
      `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE payload->>'kind' = 'identity-linked'`,
    );
    expect(mails.rows[0]).toEqual({ count: 1 });
    const remove = (access: string) => callApi(test, deleteIdentity, { id: identity!.id, access });
    await remove(other.access).expect(404);
    await remove(caller.access).expect(200);
    await remove(caller.access).expect(404);
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

it('nobody signs in from a blocked network, also not through the provider', async () => {
  const block = { network: '203.0.113.0/24', reason: 'Guesses passwords.' };
  const agent = await createCaller(test, { is_staff: true });
  const ends_at = new Date(Date.now() + 86_400_000).toISOString();
  await callApi(test, createNetworkBlock, { access: agent.access, body: { ...block, ends_at } }).expect(201);
  const request = { method: 'POST' as const, remoteAddress: '203.0.113.7', payload: { code: 'x' } };
  const refused = await test.app.inject({ ...request, url: '/api/user/login/oidc/' });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'network_blocked']);
});
