import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openIdLimits } from 'contract/identities/identities.constants.ts';
import { getSite } from 'contract/settings/settings.ts';
import * as contract from 'contract/identities/identities.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openProvider } from '#auth/openid/provider.ts';
import { checkOpenId } from '#doctor/check-services.ts';
import { startAppWithLog, startSecondApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { publicUrl, startTestProvider, TestBrowser } from '#test/openid-provider.ts';

import { cleanUpAccounts } from './clean-up.service.ts';
import { callback, newAccount, start, toRegister, useOpenId } from '#test/openid-sign-in.ts';

const { provider, test, newBrowser } = await useOpenId();

const from = (url: string, headers: object) =>
  test.app.inject({ url, remoteAddress: '203.0.113.5', headers: { ...headers } });

describe('the provider of sign-ins', () => {
  it('asks the provider for nothing more after an answer that anybody can make up', async () => {
    const madeUp = [
      (answer: string) => answer.replace(/code=[^&]+/, 'code=made-up'),
      (answer: string) => answer.replace(/code=[^&]+/, 'error=made_up'),
      (answer: string) => answer.replace(/code=[^&]+/, 'error=server_error'),
      (answer: string) => answer.replace(/code=[^&]+&?/, ''),
      (answer: string) => answer.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fanother.example'),
      (answer: string) => `${answer}&code=second`,
    ];
    await newBrowser().follow(start);
    provider.requests = [];
    for (const make of madeUp) {
      const browser = newBrowser();
      expect(await browser.follow(make(await browser.follow(start, callback)))).toMatch(/failed|unavailable/);
    }
    expect(await newBrowser().follow(start)).toMatch(toRegister);
    expect(provider.requests.filter(({ path }) => path.startsWith('/.well-known/'))).toEqual([]);
  });

  it('is tried once, however often its cookie is sent', async () => {
    const started = await test.app.inject(contract.startOpenIdLogin.url);
    const cookie = String(started.headers['set-cookie']).split(';')[0]!;
    const state = new URL(String(started.headers.location)).searchParams.get('state');
    provider.requests = [];
    const query = `code=made-up&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    const ends = await Promise.all(
      [1, 2, 3].map(() =>
        test.app.inject({ url: `${contract.finishOpenIdLogin.url}?${query}`, headers: { cookie } }),
      ),
    );
    expect(ends.map(({ headers }) => String(headers.location)).toSorted()).toEqual([
      '/login?oidc=expired',
      '/login?oidc=expired',
      '/login?oidc=failed',
    ]);
    // The use is remembered for as long as the cookie is valid.
    await test.database.pool.query(
      `UPDATE used_challenges SET expires_at = expires_at - $1::int * interval '1 second'`,
      [openIdLimits.flow - 5],
    );
    await cleanUpAccounts(test);
    await test.app.inject({ url: `${contract.finishOpenIdLogin.url}?${query}`, headers: { cookie } });
    expect(provider.requests.filter(({ path }) => path === '/token')).toHaveLength(1);
  });

  it('is not ended by pages of other sites, and above its limit leads to the sign-in', async () => {
    const other = { 'sec-fetch-site': 'cross-site' };
    const picture = { ...other, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    const window = { ...other, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const page = { ...window, 'sec-fetch-user': '?1' };
    const browser = newBrowser();
    const answer = new URL(await browser.follow(start, callback));
    const back = `${contract.finishOpenIdLogin.url}${answer.search}`;
    const cookie = browser.cookiesOf(publicUrl);
    for (let i = 0; i < 70; i++) await from(contract.finishOpenIdLogin.url, picture);
    expect((await from(back, { ...page, cookie })).headers.location).toMatch(toRegister);
    for (let i = 0; i < 70; i++) await from(contract.startOpenIdLogin.url, picture);
    const limited = await from(contract.startOpenIdLogin.url, picture);
    expect([limited.statusCode, limited.headers.location]).toEqual([303, '/login?oidc=too_many']);
    const json = await from(contract.startOpenIdLogin.url, { ...picture, accept: 'application/json' });
    expect([json.statusCode, json.json().code]).toEqual([429, 'too_many_requests']);
    // A window that a script opened, and a link on another site that a person followed.
    expect((await from(contract.startOpenIdLogin.url, window)).headers.location).toBe('/login?oidc=too_many');
    expect((await from(contract.startOpenIdLogin.url, page)).headers.location).toContain(provider.issuer);
  });

  it.each(['temporarily_unavailable', 'server_error'])(
    'asks to try again later if the provider says %s',
    async (refusal) => {
      Object.assign(provider, { account: null, refusal });
      expect(await newBrowser().follow(start)).toBe('/login?oidc=unavailable');
    },
  );

  it('sends the secret in the body if the provider asks for that', async () => {
    const posting = await startTestProvider(publicUrl, 'client_secret_post');
    onTestFinished(() => posting.stop());
    posting.account = newAccount();
    const openId = openProvider({ ...test.config.openId!, issuer: posting.issuer }, publicUrl);
    const app = await startSecondApp(test, { dependencies: { openId } });
    const browser = new TestBrowser(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
    expect(await browser.follow(start)).toMatch(toRegister);
    const exchanges = posting.requests.filter(({ path }) => path === '/token');
    expect(exchanges).toEqual([{ path: '/token', authorization: undefined }]);
  });

  it('names both issuers in the log and the doctor if they differ by a slash', async () => {
    const server = createServer((_request, response) => {
      const document = { issuer: `${origin}/realm/`, authorization_endpoint: `${origin}/auth` };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const config = { ...test.config, openId: { ...test.config.openId!, issuer: `${origin}/realm` } };
    const openId = openProvider(config.openId, publicUrl);
    const { app, lines } = await startAppWithLog(test, { dependencies: { openId } });
    await app.inject(contract.startOpenIdLogin.url);
    const expected = `OIDC_ISSUER is ${origin}/realm, but the provider calls itself ${origin}/realm/`;
    expect(lines).toContainEqual(expect.objectContaining({ cause: expected }));
    expect(JSON.stringify(await checkOpenId(config))).toContain(expected);
  });

  it('logs the code of a failure and the claim that failed, without its value', async () => {
    const { app, lines } = await startAppWithLog(test);
    const browserOf = () => new TestBrowser(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
    const tampered: [object, object][] = [
      [{ aud: 'SECRET OF SOMEBODY' }, { error_code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', claim: 'aud' }],
      [{ sub: ['SECRET OF SOMEBODY'] }, { error_code: 'OAUTH_INVALID_RESPONSE' }],
      [{ sub: 'SECRET\u0000' }, { claim: 'sub' }],
    ];
    for (const [claims, logged] of tampered) {
      provider.tamper = { claims: (given) => ({ ...given, ...claims }) };
      await browserOf().follow(start);
      expect(lines.findLast(({ msg }) => msg === 'the OpenID sign-in failed')).toMatchObject(logged);
    }
    Object.assign(provider, { account: null, refusal: 'temporarily_unavailable' });
    await browserOf().follow(start);
    expect(lines).toContainEqual(expect.objectContaining({ provider_error: 'temporarily_unavailable' }));
    Object.assign(provider, { tamper: null, faults: { '/token': 503 }, account: newAccount() });
    await browserOf().follow(start);
    expect(lines).toContainEqual(expect.objectContaining({ status: 503 }));
    expect(JSON.stringify(lines)).not.toMatch(/SECRET|TEXT OF THE PROVIDER/);
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
