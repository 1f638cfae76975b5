import { once } from 'node:events';
import { type IncomingMessage, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { login } from 'contract/accounts/accounts.ts';
import { operations } from 'contract/operations.ts';
import { requestLimits, rateLimits } from 'contract/limits.ts';
import request from 'supertest';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { createCaller, createUser, password } from '#test/factories.ts';

const loan = { total_loan_amount: 1000, duration_months: 2, annual_interest_rate: 6 };
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const namesOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i]));
const rows = (row: object, length = 5_000) => ({ transactions: Array.from({ length }, () => row) });

const test = useTestApp({ RATE_LIMIT_SCALE: '1000', TRUST_PROXY: '127.0.0.0/8,::1/128' });

const postNames = (body: object) =>
  request(test.app.server).post(operations.calculatePrincipal.url).send(body);
const postText = (url: string, body: string) =>
  request(test.app.server)
    .post(url)
    .set('accept', 'application/json, text/event-stream')
    .set('content-type', 'application/json')
    .send(body);
const signInOf = async () => ({ username_or_email: (await createUser(test)).username, password });

describe('unknown names', () => {
  it('are reported up to the twentieth, and the others are counted once', async () => {
    const { status, body } = await postNames({ ...loan, ...namesOf(150) });
    expect(status).toBe(400);
    expect(Object.keys(body.details)).toHaveLength(21);
    expect(body.details.n19).toEqual(['Unknown field.']);
    expect(body.details.body).toEqual(['Unknown fields, and 130 more.']);
    expect(body.msg.length).toBeLessThan(1_000);
  });

  it('are not even looked at if there are more than 200 at one level, wherever that is', async () => {
    const refusal = { body: ['Must have at most 200 fields at one level.'] };
    const many = namesOf(requestLimits.maxNames + 1);
    expect((await postNames(many)).body.details).toEqual(refusal);
    expect((await postNames({ ...loan, extra: [{ deep: many }] })).body.details).toEqual(refusal);
    const url = `${operations.listGlossary.url}?${new URLSearchParams(namesOf(600) as never).toString()}`;
    const { status, body } = await request(test.app.server).get(url);
    expect([status, body.details]).toEqual([400, { query: ['Must have at most 200 fields at one level.'] }]);
  });

  it('of a tool call and of an operation without a body are limited like those of a body', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'calculate_principal', arguments: { ...loan, ...namesOf(201) } },
    };
    const answer = await request(test.app.server)
      .post('/api/mcp')
      .set('accept', 'application/json, text/event-stream')
      .send(call);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.text.length).toBeLessThan(1_000);
    const logout = await request(test.app.server).post(operations.refreshAccessToken.url).send(namesOf(150));
    expect(Object.keys(logout.body.details ?? {}).length).toBeLessThan(25);
  });
});

describe('bodies with many levels', () => {
  it.each([operations.calculatePrincipal.url, operations.login.url, '/api/mcp'])(
    'are refused by %s, however many there are',
    async (url) => {
      for (const levels of [requestLimits.maxLevels, 30_000]) {
        const { status, body } = await postText(url, `{"method":${nested(levels)}}`);
        expect([status, body.details]).toEqual([400, { body: ['Must have at most 20 levels.'] }]);
      }
    },
  );

  it('are those outside of strings alone', async () => {
    const { body } = await postText(
      operations.calculatePrincipal.url,
      JSON.stringify({ ...loan, note: `\\"${nested(50)}${':'.repeat(300)}` }),
    );
    expect(body.details).toEqual({ note: ['Unknown field.'] });
  });

  it('are checked by their schema up to the limit', async () => {
    const { body } = await postText(
      operations.calculatePrincipal.url,
      `{"duration_months":${nested(requestLimits.maxLevels - 1)}}`,
    );
    expect(Object.keys(body.details)).toContain('duration_months');
  });
});

describe('malformed requests', () => {
  const scale = 0.1;
  let app: FastifyInstance;
  beforeEach(async () => {
    app = await startSecondApp(test, { config: { rateLimitScale: scale } });
  });
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  const max = rateLimits.malformed.max * scale;

  const get = (ip: string, url: string, headers: Record<string, string> = {}) =>
    request(app.server)
      .get(url)
      .set({ ...headers, 'x-forwarded-for': ip });
  const post = (ip: string, url: string, body: object, headers: Record<string, string> = {}) =>
    request(app.server)
      .post(url)
      .set({ ...headers, 'x-forwarded-for': ip })
      .send(body);
  const glossary = operations.listGlossary.url;
  const badGet = (ip: string, headers?: Record<string, string>) => get(ip, `${glossary}?a=1`, headers);
  const signIn = (headers = {}) => post('198.51.100.11', operations.login.url, {}, headers);
  const badPost = (ip: string) => post(ip, operations.calculatePrincipal.url, {});
  const sendTooMany = async (send: () => PromiseLike<{ status: number }>) => {
    for (let sent = 0; sent < max; sent++) expect((await send()).status).toBe(400);
  };

  it('of one IP address are refused briefly above a limit of each operation', async () => {
    await sendTooMany(() => badGet('198.51.100.7'));
    const { status, body, headers } = await badGet('198.51.100.7');
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await badGet('198.51.100.8')).status).toBe(400);
    expect((await badPost('198.51.100.7')).status).toBe(400);
  });

  it('refuse nothing that is well-formed, and nothing to a session', async () => {
    await sendTooMany(() => badGet('198.51.100.9'));
    await sendTooMany(() => badPost('198.51.100.9'));
    expect([(await badGet('198.51.100.9')).status, (await badPost('198.51.100.9')).status]).toEqual([
      429, 429,
    ]);
    const member = await createCaller(test);
    const bearer = { authorization: `Bearer ${member.access}` };
    for (const url of [glossary, operations.getHealth.url, '/', '/favicon.ico'])
      expect((await get('198.51.100.9', url)).status).not.toBe(429);
    const names = { username_or_email: member.user.username, password };
    expect((await post('198.51.100.9', operations.login.url, names)).status).toBe(200);
    const right = { ...loan, compounding_frequency: 'monthly' };
    expect((await post('198.51.100.9', operations.calculatePrincipal.url, right)).status).toBe(200);
    expect((await badGet('198.51.100.9', bearer)).status).toBe(400);
    expect((await get('198.51.100.9', operations.listSessions.url, bearer)).status).toBe(200);
    expect((await badGet('198.51.100.9', { authorization: 'Bearer invalid' })).status).toBe(429);
  });

  it('that pages of another site cause do not count against the app’s own', async () => {
    await sendTooMany(() => badGet('198.51.100.10', crossSite));
    expect((await badGet('198.51.100.10', crossSite)).status).toBe(429);
    expect((await badGet('198.51.100.10', { origin: 'https://elsewhere.example' })).status).toBe(429);
    expect((await badGet('198.51.100.10')).status).toBe(400);
    expect((await badGet('198.51.100.10', { origin: test.config.publicUrl })).status).toBe(400);
  });

  it('and others that pages of another site cause do not use up the limit of an operation', async () => {
    const foreign = { origin: 'https://elsewhere.example' };
    for (let sent = 0; sent <= login.rateLimit.max * scale; sent++)
      expect((await signIn(foreign)).status).toBe(403);
    expect((await signIn()).status).toBe(400);
  });

  const wrongRow = { date: 'x', amount: 'y', balance: 'z', kind: 'q', a: 1, b: 2 };
  const goodRow = { date: '2025-06-30', amount: -1, balance: 5 };
  const falling = rows(goodRow).transactions.map((row, day) => ({
    ...row,
    date: `${day % 2 ? 2024 : 2025}-06-30`,
  }));
  const saved = { name: 'x', kind: 'statement' };

  it.each([
    ['wrong rows', operations.checkStatement.url, rows(wrongRow)],
    ['incomplete rows', operations.followLoan.url, rows({ date: 'x', a: 'x'.repeat(50) })],
    ['rows in no order', operations.checkStatement.url, { transactions: falling }],
    [
      'wrong rows of a calculation',
      operations.createCalculation.url,
      { ...saved, input: rows(wrongRow, 1_000) },
    ],
    ['wrong rows of a loan', operations.createLoan.url, { name: 'x', ...rows(wrongRow) }],
  ])(
    'with thousands of %s have a short answer, and above the limit are refused unread',
    async (_what, url, body) => {
      const { access } = await createCaller(test);
      const { port } = app.server.address() as AddressInfo;
      const headers = { authorization: `Bearer ${access}`, 'x-forwarded-for': '198.51.100.13' };
      const send = () => post('198.51.100.13', url, body, headers);
      const first = await send();
      expect([first.status, first.text.length]).toEqual([400, Math.min(first.text.length, 5_000)]);
      let sent = 1;
      // A guest’s operation counts for the address first, and then for the session.
      while ((await send()).status !== 429) expect(sent++).toBeLessThan(20);
      const unread = startRequest({ port, method: 'POST', path: url, headers });
      unread.setHeader('content-type', 'application/json');
      unread.setHeader('content-length', 300_000);
      unread.flushHeaders();
      const [response] = (await once(unread, 'response')) as [IncomingMessage];
      unread.destroy();
      expect(response.statusCode).toBe(429);
    },
  );

  it('without valid credentials count apart from what a member may do at the same address', async () => {
    const { access } = await createCaller(test);
    const ip = '198.51.100.15';
    const url = operations.deleteSession.url.replace(':id', '01a223b7-d0a1-7190-9bdc-4c54fe238000');
    const end = (headers: Record<string, string>) =>
      request(app.server)
        .delete(url)
        .set({ ...headers, 'x-forwarded-for': ip });
    const statuses: number[] = [];
    for (let sent = 0; sent <= max; sent++) {
      statuses.push((await end(sent % 2 ? {} : { authorization: 'Bearer x' })).status);
    }
    expect([statuses[0], statuses.at(-2), statuses.at(-1)]).toEqual([401, 401, 429]);
    for (let sent = 0; sent < rateLimits.relationChange.max * scale; sent++) await end({});
    expect((await end({ authorization: `Bearer ${access}` })).status).toBe(404);
  });

  const rpc = { accept: 'application/json, text/event-stream' };
  const toolCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_glossary' } };
  const unknown: Wrong = ['application/x-unknown', 'x', 415];
  const multipart: Wrong = ['multipart/form-data; boundary=x', '--x--', 415];
  type Wrong = [type: string, body: string, status: number];

  it.each([
    [
      'login',
      operations.login.url,
      login.rateLimit.max,
      [
        ['application/json', '{', 400],
        ['application/json', '{}', 400],
        ['application/json', JSON.stringify({ username_or_email: 'ada', password: 5 }), 400],
        multipart,
        unknown,
      ],
      signInOf,
    ],
    [
      'calls of assistants',
      '/api/mcp',
      rateLimits.assistant.max,
      [
        ['application/json', '{', 400],
        ['application/json', '[]', 400],
        ['application/json', '{}', 400],
        ['application/json', `{"method":${nested(30)}}`, 400],
        multipart,
        unknown,
      ],
      async () => toolCall,
    ],
  ] satisfies [string, string, number, Wrong[], () => Promise<object>][])(
    'of %s count apart from its limit, whatever is wrong with the body',
    async (_, url, limit, wrong, rightOf) => {
      const send = async (address: number, type: string, payload: string) => {
        const remoteAddress = `198.51.100.${address}`;
        const headers = { ...rpc, 'content-type': type };
        return (await app.inject({ method: 'POST', url, remoteAddress, payload, headers })).statusCode;
      };
      const right = JSON.stringify(await rightOf());
      const most = Math.max(limit * scale, max);
      for (const [index, [type, body, status]] of wrong.entries()) {
        const statuses: number[] = [];
        for (let sent = 0; sent <= most; sent++) statuses.push(await send(index, type, body));
        expect([type, body, statuses[0], statuses.at(-1)]).toEqual([type, body, status, 429]);
        expect([type, body, await send(index, 'application/json', right)]).toEqual([type, body, 200]);
      }
    },
  );
});
