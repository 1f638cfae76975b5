import { operations } from 'contract/operations.ts';
import { requestLimits, rateLimits } from 'contract/limits.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const loan = { total_loan_amount: 1000, duration_months: 2, annual_interest_rate: 6 };
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const namesOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i]));

describe('unknown names', () => {
  const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
  const post = (body: object) => request(test.app.server).post(operations.calculatePrincipal.url).send(body);

  it('are reported up to the twentieth, and the others are counted once', async () => {
    const { status, body } = await post({ ...loan, ...namesOf(150) });
    expect(status).toBe(400);
    expect(Object.keys(body.details)).toHaveLength(21);
    expect(body.details.n19).toEqual(['Unknown field.']);
    expect(body.details.body).toEqual(['Unknown fields, and 130 more.']);
    expect(body.msg.length).toBeLessThan(1_000);
  });

  it('are not even looked at if there are more than 200 at one level, wherever that is', async () => {
    const refusal = { body: ['Must have at most 200 fields at one level.'] };
    const many = namesOf(requestLimits.maxNames + 1);
    expect((await post(many)).body.details).toEqual(refusal);
    expect((await post({ ...loan, extra: [{ deep: many }] })).body.details).toEqual(refusal);
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
  const test = useTestApp();
  const post = (url: string, body: string) =>
    request(test.app.server)
      .post(url)
      .set('accept', 'application/json, text/event-stream')
      .set('content-type', 'application/json')
      .send(body);

  it.each([operations.calculatePrincipal.url, operations.login.url, '/api/mcp'])(
    'are refused by %s, however many there are',
    async (url) => {
      for (const levels of [requestLimits.maxLevels, 30_000]) {
        const { status, body } = await post(url, `{"method":${nested(levels)}}`);
        expect([status, body.details]).toEqual([400, { body: ['Must have at most 20 levels.'] }]);
      }
    },
  );

  it('are those outside of strings alone', async () => {
    const { body } = await post(
      operations.calculatePrincipal.url,
      JSON.stringify({ ...loan, note: `\\"${nested(50)}${':'.repeat(300)}` }),
    );
    expect(body.details).toEqual({ note: ['Unknown field.'] });
  });

  it('are checked by their schema up to the limit', async () => {
    const { body } = await post(
      operations.calculatePrincipal.url,
      `{"duration_months":${nested(requestLimits.maxLevels - 1)}}`,
    );
    expect(Object.keys(body.details)).toContain('duration_months');
  });
});

describe('malformed requests', () => {
  const test = useTestApp({ TRUST_PROXY: '127.0.0.0/8,::1/128' });

  const badGet = (ip: string) =>
    request(test.app.server).get(`${operations.listGlossary.url}?unknown=1`).set('x-forwarded-for', ip);
  const badPost = (ip: string) =>
    request(test.app.server).post(operations.calculatePrincipal.url).set('x-forwarded-for', ip).send({});

  it('of one address are refused above a common limit, GETs too, and those of others are not', async () => {
    for (let sent = 0; sent < rateLimits.malformed.max; sent += 2) {
      expect((await badGet('198.51.100.7')).status).toBe(400);
      expect((await badPost('198.51.100.7')).status).toBe(400);
    }
    await badGet('198.51.100.7');
    const refused = await badGet('198.51.100.7');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await badGet('198.51.100.8')).status).toBe(400);
  });
});
