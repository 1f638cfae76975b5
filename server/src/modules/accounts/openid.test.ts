import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { getSite } from 'contract/settings/settings.ts';
import * as contract from 'contract/identities/identities.ts';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openProvider } from '#auth/openid/provider.ts';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createUser, password } from '#test/factories.ts';
import { publicUrl, startTestProvider, TestBrowser } from '#test/openid-provider.ts';

const provider = await startTestProvider();
const test = useTestApp(provider.environment);
afterAll(() => provider.stop());

const start = `${publicUrl}${contract.startOpenIdLogin.url}`;
const done = /^\/login\?oidc=done#code=(.+)$/;
const toRegister = /^\/register\?via=oidc#code=(.+)$/;

const newBrowser = () =>
  new TestBrowser(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`);
const codeOf = (page: string, form: RegExp) => form.exec(page)?.[1] ?? `no code in ${page}`;

/** A person at the provider whose address nobody else has. */
const newAccount = () => {
  const sub = `sub-${randomUUID().slice(0, 8)}`;
  return { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ada Lovelace' };
};

const linkTo = (userId: string, sub: string) =>
  test.database.prisma.identity.create({
    data: { id: randomUUID(), user_id: userId, issuer: provider.issuer, subject: sub },
  });

beforeEach(() => {
  provider.tamper = null;
  provider.account = newAccount();
});

const callback = (url: string) => url.includes(contract.finishOpenIdLogin.url);
const credentials = (name: string) => ({ username_or_email: name, password });

/** Of the sign-in of the current person at the provider, whose identity is linked. */
async function attempt() {
  const browser = newBrowser();
  const code = codeOf(await browser.follow(start), done);
  return (await browser.post(contract.loginOpenId.url, { code })).body as { code?: string };
}

describe('a sign-in through the provider', () => {
  it('registers a new person with a verified address and no password, and knows the identity next time', async () => {
    const { sub, email } = provider.account!;
    const browser = newBrowser();
    const code = codeOf(await browser.follow(start), toRegister);
    const registered = await browser.post(contract.registerOpenId.url, { code, username: sub });
    expect([registered.status, registered.body]).toMatchObject([201, { user: { username: sub, email } }]);
    const user = await test.database.prisma.user.findFirst({ where: { username: sub } });
    expect(user).toMatchObject({ has_password: false, email_verified_at: expect.any(Date) });
    // At the provider the address and the name may change: the identity is the key.
    provider.account = { sub, email: 'other@example.org', email_verified: true, name: 'Ada King' };
    const again = newBrowser();
    const signedIn = await again.post(contract.loginOpenId.url, {
      code: codeOf(await again.follow(start), done),
    });
    expect([signedIn.status, signedIn.body]).toMatchObject([200, { user: { username: sub, email } }]);
  });

  it('lets a person with an unverified address sign in only after the verification', async () => {
    const account = { ...newAccount(), email_verified: false };
    provider.account = account;
    const browser = newBrowser();
    const code = codeOf(await browser.follow(start), toRegister);
    const registered = await browser.post(contract.registerOpenId.url, { code, username: account.sub });
    expect([registered.status, registered.body]).toMatchObject([201, { email: account.email }]);
    expect(registered.body).not.toHaveProperty('access');
    const next = codeOf(await browser.follow(start), done);
    const refused = await browser.post(contract.loginOpenId.url, { code: next });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'account_not_verified' }]);
  });

  it('never links by the address alone: the person signs in to the account once', async () => {
    const account = newAccount();
    provider.account = account;
    const user = await createUser(test, { email: account.email.toUpperCase() });
    const browser = newBrowser();
    expect(await browser.follow(start)).toBe('/login?oidc=link_required');
    expect(await test.database.prisma.identity.count({ where: { subject: account.sub } })).toBe(0);
    const other = await createUser(test);
    await browser.post('/api/user/login/', credentials(other.username));
    expect(await test.database.prisma.identity.count({ where: { subject: account.sub } })).toBe(0);
    expect(await browser.follow(start)).toBe('/login?oidc=link_required');
    await browser.post('/api/user/login/', credentials(user.username));
    expect(await test.database.prisma.identity.count({ where: { user_id: user.id } })).toBe(1);
    const signedIn = await browser.post(contract.loginOpenId.url, {
      code: codeOf(await browser.follow(start), done),
    });
    expect(signedIn.body).toMatchObject({ user: { username: user.username } });
  });

  it('replaces a registration that was never verified, but only for a verified address', async () => {
    const account = newAccount();
    const squatter = await createUser(test, { email: account.email, isVerified: false });
    provider.account = { ...account, email_verified: false };
    const browser = newBrowser();
    expect(await browser.follow(start)).toBe('/login?oidc=link_required');
    provider.account = account;
    const fresh = newBrowser();
    const code = codeOf(await fresh.follow(start), toRegister);
    const { status } = await fresh.post(contract.registerOpenId.url, { code, username: account.sub });
    expect(status).toBe(201);
    expect(await test.database.prisma.user.count({ where: { id: squatter.id } })).toBe(0);
  });

  it('gives disabled, suspended and deleting accounts, and those with a second factor, what a password gives', async () => {
    const user = await createUser(test);
    await linkTo(user.id, provider.account!.sub);
    const set = (data: object) => test.database.prisma.user.update({ where: { id: user.id }, data });
    await set({ is_active: false });
    expect((await attempt()).code).toBe('account_disabled');
    await set({ deletion_asked_at: new Date() });
    expect((await attempt()).code).toBe('invalid_credentials');
    const until = new Date(Date.now() + 60_000);
    await set({
      is_active: true,
      deletion_asked_at: null,
      suspended_until: until,
      suspension_reason: 'Spam',
    });
    expect((await attempt()).code).toBe('account_suspended');
    await set({ suspended_until: null });
    await test.database.prisma.secondFactor.create({
      data: { id: randomUUID(), user_id: user.id, method: 'totp', name: 'phone', confirmed_at: new Date() },
    });
    expect(await attempt()).toMatchObject({ second_factor: { methods: expect.arrayContaining(['totp']) } });
  });

  it('refuses a wrong nonce, audience, time or key, and tells nothing of the provider', async () => {
    const tampers = {
      nonce: { claims: (claims: object) => ({ ...claims, nonce: 'another' }) },
      audience: { claims: (claims: object) => ({ ...claims, aud: 'another client' }) },
      issuer: { claims: (claims: object) => ({ ...claims, iss: 'https://another.example' }) },
      expired: { claims: (claims: object) => ({ ...claims, exp: 1_700_000_000 }) },
      key: { isStrangeKey: true },
    };
    for (const [name, tamper] of Object.entries(tampers)) {
      provider.tamper = tamper;
      expect([name, await newBrowser().follow(start)]).toEqual([name, '/login?oidc=failed']);
    }
    // Otherwise tampered tokens would be refused for another reason.
    provider.tamper = { claims: (claims) => claims };
    expect(await newBrowser().follow(start)).toMatch(toRegister);
    provider.tamper = null;
    provider.account = null;
    expect(await newBrowser().follow(start)).toBe('/login?oidc=cancelled');
  });

  it('binds the answer to the browser, for one use', async () => {
    const [browser, other] = [newBrowser(), newBrowser()];
    await linkTo((await createUser(test)).id, provider.account!.sub);
    const answer = await browser.follow(start, callback);
    // Another browser, also with a flow of its own.
    expect(await other.follow(answer)).toBe('/login?oidc=expired');
    await other.follow(start, callback);
    expect(await other.follow(answer)).toBe('/login?oidc=failed');
    expect(await browser.follow(answer.replace(/state=[^&]+/, 'state=another'))).toBe('/login?oidc=failed');
    const code = codeOf(await browser.follow(start), done);
    const body = { code };
    expect((await other.post(contract.loginOpenId.url, body)).body).toMatchObject({ code: 'invalid_code' });
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(contract.loginOpenId.url, body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    // The provider refuses a code that was used.
    expect(await browser.follow(answer)).toBe('/login?oidc=expired');
  });

  it('makes one account of two registrations with one identity at once', async () => {
    const { sub } = provider.account!;
    const browsers = [newBrowser(), newBrowser()];
    const codes: string[] = [];
    for (const browser of browsers) codes.push(codeOf(await browser.follow(start), toRegister));
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.post(contract.registerOpenId.url, { code: codes[index], username: `${sub}-${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await test.database.prisma.identity.count({ where: { subject: sub } })).toBe(1);
  });

  it('is unavailable alone while the provider is down', async () => {
    const browser = newBrowser();
    const answer = await browser.follow(start, callback);
    // It has not read the discovery document.
    const openId = openProvider(test.config.openId!, publicUrl);
    const app = await startSecondApp(test, { dependencies: { openId } });
    const fresh = new TestBrowser(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
    await provider.stop();
    onTestFinished(() => provider.start());
    expect(await browser.follow(answer)).toBe('/login?oidc=unavailable');
    expect(await fresh.follow(start)).toBe('/login?oidc=unavailable');
    const json = await fresh.request(start, { headers: { accept: 'application/json' } });
    expect([json.status, await json.json()]).toMatchObject([503, { code: 'unavailable' }]);
    expect((await fresh.request(`${publicUrl}/api/readyz`)).status).toBe(200);
  });

  it('is named by the site', async () => {
    expect((await callApi(test, getSite)).body).toMatchObject({ openid_name: 'Example ID' });
  });
});
