import { randomUUID } from 'node:crypto';
import { login, logout, registerUser } from 'contract/accounts/accounts.ts';
import { openIdLimits } from 'contract/identities/identities.constants.ts';
import * as contract from 'contract/identities/identities.ts';
import { describe, expect, it } from 'vitest';
import { callApi } from '#test/call.ts';
import { createUser, password, registration, tryLogin } from '#test/factories.ts';
import { deliverMail, temporaryPasswordIn } from '#test/mail.ts';
import { publicUrl, type TestProvider } from '#test/openid-provider.ts';

import { cleanUpAccounts } from './clean-up.service.ts';
import { callback, codeOf, done, newAccount, start, toRegister, useOpenId } from '#test/openid-sign-in.ts';

const { provider, test, newBrowser } = await useOpenId();

const toLink = /^\/login\?oidc=link_required#code=([^&]+)&email=[^&]+$/;

const linkTo = (userId: string, sub: string) =>
  test.database.prisma.identity.create({
    data: { id: randomUUID(), user_id: userId, issuer: provider.issuer, subject: sub },
  });

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

  it('proves an address that the provider has not verified by a code, and tells nobody of the account that has it', async () => {
    const account = { ...newAccount(), email_verified: false };
    const taken = await createUser(test);
    await deliverMail(test);
    const register = async (email: string, username: string) => {
      provider.account = { ...account, sub: username, email };
      const browser = newBrowser();
      const page = await browser.follow(start);
      const code = codeOf(page, toRegister);
      const post = (more = {}) => browser.post(contract.registerOpenId.url, { code, username, ...more });
      return { code, post, asked: await post(), mails: await deliverMail(test) };
    };
    const known = await register(taken.email, `${account.sub}-known`);
    const fresh = await register(account.email, account.sub);
    for (const { asked } of [known, fresh]) expect(asked.status).toBe(202);
    expect({ ...known.asked.body, email: '' }).toEqual({ ...fresh.asked.body, email: '' });
    expect(await test.database.prisma.user.count({ where: { email: account.email } })).toBe(0);
    expect(known.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [taken.email, 'You already have an account'],
    ]);
    const emailCode = temporaryPasswordIn(fresh.mails[0]);
    // Somebody who prepares a registration for another person does not learn the code.
    const squatter = await register(account.email, `${account.sub}-squatter`);
    for (const email_code of [emailCode, 'aaaa-aaaa-aaaa-aaaa']) {
      expect((await squatter.post({ email_code })).body).toMatchObject({ code: 'invalid_code' });
    }
    const registered = await fresh.post({ email_code: emailCode.toUpperCase() });
    expect([registered.status, registered.body]).toMatchObject([201, { user: { username: account.sub } }]);
    const user = await test.database.prisma.user.findFirst({ where: { username: account.sub } });
    expect(user?.email_verified_at).toEqual(expect.any(Date));
  });

  it('forgets in its browser, when somebody signs out there, every identity that waits to be linked', async () => {
    const account = newAccount();
    provider.account = account;
    const user = await createUser(test, { email: account.email });
    const browser = newBrowser();
    const waiting = [
      codeOf(await browser.follow(start), toLink),
      codeOf(await browser.follow(start), toLink),
    ];
    const { access } = (await browser.post(login.url, credentials(user.username))).body;
    const signedOut = await browser.request(publicUrl + logout.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}` },
    });
    expect(signedOut.status).toBe(204);
    const again = (await browser.post(login.url, credentials(user.username))).body['access'];
    for (const code of waiting) {
      const headers = { authorization: `Bearer ${again}` };
      const { status } = await browser.post(contract.linkPendingIdentity.url, { code }, headers);
      expect(status).toBe(400);
    }
    expect(await test.database.prisma.identity.count({ where: { subject: account.sub } })).toBe(0);
  });

  it('links to the account with the verified address only what its signed-in owner agrees to, in the same tab', async () => {
    const account = newAccount();
    provider.account = account;
    const user = await createUser(test, { email: account.email.toUpperCase() });
    const browser = newBrowser();
    const code = codeOf(await browser.follow(start), toLink);
    const linked = () => test.database.prisma.identity.count({ where: { subject: account.sub } });
    const signIn = async (name: string, from = browser) => {
      const { body } = await from.post('/api/user/login/', credentials(name));
      return { authorization: `Bearer ${body['access']}` };
    };
    const confirm = async (headers: Record<string, string>, from = browser) =>
      (await from.post(contract.linkPendingIdentity.url, { code }, headers)).status;
    // Neither the next sign-in in this browser, nor the code in another one.
    const other = await signIn((await createUser(test)).username);
    const owner = await signIn(user.username);
    expect(await linked()).toBe(0);
    const elsewhere = newBrowser();
    expect(await confirm(await signIn(user.username, elsewhere), elsewhere)).toBe(400);
    expect(await confirm(other)).toBe(409);
    expect(await confirm({})).toBe(401);
    expect(await linked()).toBe(0);
    expect(await Promise.all([1, 2, 3].map(() => confirm(owner)))).toEqual(
      expect.arrayContaining([200, 400, 400]),
    );
    expect(await linked()).toBe(1);
    const signedIn = await browser.post(contract.loginOpenId.url, {
      code: codeOf(await browser.follow(start), done),
    });
    expect(signedIn.body).toMatchObject({ user: { username: user.username } });
  });

  it('replaces a registration that was never verified, unless staff have decided about it', async () => {
    const account = newAccount();
    const email = account.email;
    provider.account = account;
    const squatter = await createUser(test, { email, isVerified: false });
    const set = (data: object) => test.database.prisma.user.update({ where: { id: squatter.id }, data });
    const decisions = [
      { is_active: false },
      { is_active: true, suspended_until: new Date(Date.now() + 60_000), suspension_reason: 'Spam' },
    ];
    const code = codeOf(await newBrowser().follow(start), toRegister);
    for (const decision of decisions) {
      await set(decision);
      expect(await newBrowser().follow(start)).toMatch(toLink);
      const body = registration(`${account.sub}-form`, { email });
      expect((await callApi(test, registerUser, { body })).status).toBe(409);
      await cleanUpAccounts(test);
      expect(await test.database.prisma.user.count({ where: { id: squatter.id } })).toBe(1);
    }
    await set({ suspended_until: null });
    expect(code).not.toMatch(/^no code/);
    const fresh = newBrowser();
    const again = codeOf(await fresh.follow(start), toRegister);
    const { status } = await fresh.post(contract.registerOpenId.url, { code: again, username: account.sub });
    expect(status).toBe(201);
    expect(await test.database.prisma.user.count({ where: { id: squatter.id } })).toBe(0);
  });

  it('says of an account with the address that it waits for its deletion', async () => {
    const user = await createUser(test, { email: provider.account!.email!, is_active: false });
    await test.database.prisma.user.update({
      where: { id: user.id },
      data: { deletion_asked_at: new Date() },
    });
    expect(await newBrowser().follow(start)).toBe('/login?oidc=deleting');
  });

  it('is not locked by wrong passwords, which an account without one does not have', async () => {
    const user = await createUser(test);
    await linkTo(user.id, provider.account!.sub);
    await test.database.prisma.user.update({ where: { id: user.id }, data: { has_password: false } });
    for (let i = 0; i < 6; i++) await tryLogin(test, user.username, 'wrong');
    expect((await tryLogin(test, user.username, password)).status).toBe(429);
    expect(await attempt()).toMatchObject({ user: { username: user.username } });
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
    expect(await other.follow(answer)).toBe('/login?oidc=expired');
    expect(await browser.follow(answer.replace(/state=[^&]+/, 'state=another'))).toBe('/login?oidc=expired');
    expect(await browser.follow(`${answer}&state=another`)).toBe('/login?oidc=failed');
    const code = codeOf(await browser.follow(start), done);
    const body = { code };
    expect((await other.post(contract.loginOpenId.url, body)).body).toMatchObject({ code: 'invalid_code' });
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(contract.loginOpenId.url, body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    // The provider refuses a code that was used.
    expect(await browser.follow(answer)).toBe('/login?oidc=expired');
  });

  it('finishes in each of several tabs, and a callback that is loaded again only says that it is over', async () => {
    await linkTo((await createUser(test)).id, provider.account!.sub);
    const browser = newBrowser();
    const answers = [await browser.follow(start, callback), await browser.follow(start, callback)];
    const codes: string[] = [];
    for (const answer of answers.toReversed()) codes.push(codeOf(await browser.follow(answer), done));
    for (const answer of answers) expect(await browser.follow(answer)).toBe('/login?oidc=expired');
    for (const code of codes) {
      expect((await browser.post(contract.loginOpenId.url, { code })).status).toBe(200);
    }
    expect(browser.cookieNames(publicUrl).filter((name) => name.startsWith('openid'))).toEqual([]);
    for (let i = 0; i < 20; i++) await browser.request(start);
    const attempts = browser.cookieNames(publicUrl).filter((name) => name.startsWith('openid'));
    expect(attempts).toHaveLength(openIdLimits.attempts);
    expect(await browser.follow(start)).toMatch(done);
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

  it('refuses a malformed subject, and one that could be that of another person', async () => {
    const { email, ...rest } = provider.account!;
    const malformed = {
      'an empty subject': { sub: '' },
      'a blank subject': { sub: ' \u2003' },
      ...Object.fromEntries(
        Array.from('\u200B\u2060\u3164\u2800\u034F\uFE0F\u180B\u115F').flatMap((sign) => [
          [`an invisible subject of U+${sign.charCodeAt(0).toString(16)}`, { sub: sign }],
          [`a subject with an invisible U+${sign.charCodeAt(0).toString(16)}`, { sub: rest.sub + sign }],
        ]),
      ),
      'a subject with NUL': { sub: `${rest.sub}\u0000` },
      'half a character': { sub: `${rest.sub}\uD800` },
      'a long subject': { sub: 'x'.repeat(256) },
      'a number as the subject': { sub: 1 },
      'no subject': { sub: undefined },
    };
    for (const [what, claims] of Object.entries(malformed)) {
      provider.tamper = { claims: (given) => ({ ...given, ...rest, email, ...claims }) };
      expect([what, await newBrowser().follow(start)]).toEqual([what, '/login?oidc=failed']);
    }
    // Otherwise they would be refused for another reason.
    provider.tamper = { claims: (given) => ({ ...given, ...rest, email }) };
    const browser = newBrowser();
    const code = codeOf(await browser.follow(start), toRegister);
    await browser.post(contract.registerOpenId.url, { code, username: rest.sub });
    expect(await newBrowser().follow(start)).toMatch(done);
    for (const [what, claims] of Object.entries(malformed)) {
      provider.tamper = { claims: (given) => ({ ...given, ...rest, email, ...claims }) };
      expect([what, await newBrowser().follow(start)]).toEqual([what, '/login?oidc=failed']);
    }
  });

  it('asks for what the ID token does not say, but never for a known identity', async () => {
    const account = provider.account!;
    provider.tamper = { claims: (claims) => ({ ...claims, email: account.email }) };
    const browser = newBrowser();
    const code = codeOf(await browser.follow(start), toRegister);
    const registered = await browser.post(contract.registerOpenId.url, { code, username: account.sub });
    expect(registered.status).toBe(201);
    // Of two addresses that of the userinfo counts, with its own verification.
    const other = newAccount();
    provider.account = { ...other, email_verified: false };
    provider.tamper = { claims: (claims) => ({ ...claims, email: account.email }) };
    const unverified = newBrowser();
    const second = codeOf(await unverified.follow(start), toRegister);
    const asked = await unverified.post(contract.registerOpenId.url, { code: second, username: other.sub });
    expect([asked.status, asked.body]).toMatchObject([202, { email: other.email }]);
    provider.tamper = null;
    provider.account = { sub: `${account.sub}-nameless` };
    expect(await newBrowser().follow(start)).toBe('/login?oidc=no_address');
    provider.account = account;
    provider.faults = { '/me': 500 };
    expect(await newBrowser().follow(start)).toMatch(done);
    // A name is optional.
    provider.account = newAccount();
    const { sub: _sub, name: _name, ...address } = provider.account;
    provider.tamper = { claims: (claims) => ({ ...claims, ...address }) };
    provider.faults = { '/me': 404 };
    expect(await newBrowser().follow(start)).toMatch(toRegister);
  });

  it('ignores an optional claim in another form, and then trusts no statement about it', async () => {
    const unreadable = [1, ['ada@example.org'], {}, true, `a\u0000@example.org`];
    const verified = { email: provider.account!.email, email_verified: true };
    const register = async (id: object, userinfo: object) => {
      const { sub } = newAccount();
      provider.account = { sub, ...userinfo };
      provider.tamper = { claims: (claims) => ({ ...claims, ...id }) };
      const browser = newBrowser();
      const page = await browser.follow(start);
      if (!toRegister.test(page)) return page;
      const code = codeOf(page, toRegister);
      return (await browser.post(contract.registerOpenId.url, { code, username: sub })).status;
    };
    for (const email of unreadable) {
      expect(await register({ email, email_verified: true }, { email })).toBe('/login?oidc=no_address');
      // What the ID token says of an address that cannot be read is not about that of the userinfo.
      const { email: readable } = newAccount();
      expect(await register({ email, email_verified: true }, { email: readable })).toBe(202);
      expect(await register({ email }, newAccount())).toBe(201);
    }
    for (const name of [5, ['Ada'], {}, 'Ada\u0000'])
      expect(await register({ name }, newAccount())).toBe(201);
    for (const email_verified of [1, 'perhaps', 'TRUE', [true], {}, 'false', false])
      expect([email_verified, await register({ ...verified, email_verified }, {})]).toEqual([
        email_verified,
        202,
      ]);
    expect(await register({ ...verified, email_verified: 'true' }, {})).toBe(201);
  });

  const inHtml = { status: 200, type: 'text/html', body: '<p>TEXT OF THE PROVIDER</p>' };
  const cut = { status: 200, type: 'application/json', body: '{"keys": [', isCut: true };
  const busy = { status: 400, type: 'application/json', body: '{"error":"temporarily_unavailable"}' };
  it.each([
    { '/token': 503 },
    { '/token': 429 },
    { '/jwks': 500 },
    { '/me': 502 },
    ...['/token', '/jwks', '/me'].flatMap((path) => [408, inHtml, cut].map((fault) => ({ [path]: fault }))),
    ...['/jwks', '/me'].map((path) => ({ [path]: busy })),
    { '/me': { ...cut, type: 'application/jwt' } },
  ] as TestProvider['faults'][])(
    'asks to try again later after %j, and reads the discovery document again',
    async (faults) => {
      provider.tamper = { isStrangeKey: true };
      // The provider may have new keys then.
      expect(await newBrowser().follow(start)).toBe('/login?oidc=failed');
      Object.assign(provider, { tamper: null, faults, requests: [] });
      expect(await newBrowser().follow(start)).toBe('/login?oidc=unavailable');
      provider.faults = {};
      expect(await newBrowser().follow(start)).toMatch(toRegister);
      const discovered = provider.requests.filter(({ path }) => path.startsWith('/.well-known/'));
      expect(discovered).toHaveLength(2);
    },
  );
});
