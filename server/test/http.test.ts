import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { resetPassword } from 'contract/accounts/accounts.ts';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import { httpLimits } from '#app.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startSecondApp, startAppWithLog, useTestApp } from '#test/app.ts';
import { waitingForLocks } from '#test/database.ts';

const test = useTestApp();

const open = (app: FastifyInstance) => connect((app.server.address() as AddressInfo).port, '127.0.0.1');

/** The response to bytes that no HTTP library would send. */
async function sendRaw(
  bytes: string,
  { app = test.app, staysOpen = false } = {},
): Promise<{ head: string; body: string }> {
  const socket = open(app);
  if (staysOpen) socket.write(bytes);
  else socket.end(bytes);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => (answer += String(chunk)));
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body };
}

describe('every response', () => {
  it('has its request id and the security headers, and does not name the server software', async () => {
    const { headers } = await request(test.app.server).get('/api/healthz').expect(200);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{18}$/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  it('is compressed if the client accepts it and it saves enough', async () => {
    const { headers } = await request(test.app.server)
      .get('/api/openapi.json')
      .set('accept-encoding', 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
  });
});

describe('a failure', () => {
  it('has the one error shape if there is no route', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/assets/nothing.js']) {
      const answer = await request(test.app.server).get(path).expect(404);
      expect(answer.body).toEqual({
        msg: 'Not found.',
        code: 'not_found',
        request_id: answer.headers['x-request-id'],
      });
    }
    await request(test.app.server).post('/nothing').expect(404);
  });

  it('has the one error shape if the request is not HTTP, or its headers are too large', async () => {
    const broken = await sendRaw('BROKEN\r\n\r\n');
    expect(broken.head).toContain('HTTP/1.1 400');
    expect(broken.head).toContain('x-content-type-options: nosniff');
    expect(broken.head).toContain('cache-control: no-store');
    expect(JSON.parse(broken.body)).toMatchObject({ code: 'validation_failed', msg: expect.any(String) });

    const large = await sendRaw(
      `GET /api/healthz HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(large.head).toContain('HTTP/1.1 431');
    expect(large.head).toContain(
      `x-request-id: ${(JSON.parse(large.body) as { request_id: string }).request_id}`,
    );
  });

  it('has the one error shape if the URL is malformed or a path is too long', async () => {
    const malformed = await sendRaw('GET /api/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(malformed.head).toContain('HTTP/1.1 400');
    expect(malformed.head).toContain("content-security-policy: default-src 'none'");
    expect(malformed.head).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(malformed.body)).toMatchObject({ code: 'validation_failed' });
    const answer = await request(test.app.server).get(`/api/${'x'.repeat(5_000)}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });
});

describe('a failure that Node or Fastify finds before any hook', () => {
  it('has the one error shape and the security headers if a path parameter is too long', async () => {
    const long = 'a'.repeat(2_000);
    for (const path of [`/api/user/user/${long}`, `/api/user/verify-email/${long}/b/`]) {
      const answer = await request(test.app.server).get(path);
      expect([answer.status, answer.body]).toEqual([
        404,
        { msg: 'Not found.', code: 'not_found', request_id: answer.headers['x-request-id'] },
      ]);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it.each([
    ['no Host', 'GET /api/healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 'Host'],
    [
      'two Hosts',
      'GET /api/healthz HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n',
      'one Host header',
    ],
    [
      'an unknown Expect',
      'GET /api/healthz HTTP/1.1\r\nhost: x\r\nexpect: foo\r\nconnection: close\r\n\r\n',
      'Expect',
    ],
    [
      'a method that Node does not know',
      'QUERY /api/healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      '',
    ],
  ])('has the one error shape with %s', async (_what, bytes, said) => {
    const { head, body } = await sendRaw(bytes);
    expect(head).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(JSON.parse(body)).toEqual({
      msg: expect.stringContaining(said),
      code: expect.stringMatching(/^(validation_failed|not_found)$/),
      request_id: /x-request-id: (\S+)/.exec(head)?.[1],
    });
  });

  it('does not affect valid HTTP: no Host in HTTP/1.0, and a client that waits for 100 Continue', async () => {
    const old = await sendRaw('GET /api/healthz HTTP/1.0\r\n\r\n');
    expect(old.head).toContain('200 OK');
    const patient = await sendRaw(
      'GET /api/healthz HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n',
    );
    expect(patient.head).toContain('100 Continue');
    expect(patient.body).toContain('200 OK');
  });
});

const upload = (body: string, length = body.length) =>
  'POST /api/v1/finance/calculate-principal/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
  `content-length: ${length}\r\n\r\n${body}`;

describe('a slow client', () => {
  it.each([
    ['headers', { headers: 100 }, 'GET /api/healthz HTTP/1.1\r\nhost: x\r\n'],
    ['body', { headers: 100, request: 200 }, upload('{"', 100)],
  ])('gets a 408 in the one error shape if it sends its %s too slowly', async (_what, short, bytes) => {
    const app = await startSecondApp(test, { limits: { ...httpLimits, ...short, checkInterval: 20 } });
    const { head, body } = await sendRaw(bytes, { app, staysOpen: true });
    expect(head).toContain('HTTP/1.1 408 Request Timeout');
    expect(JSON.parse(body)).toEqual({
      msg: 'The request took too long to arrive.',
      code: 'request_timeout',
      request_id: /x-request-id: (\S+)/.exec(head)?.[1],
    });
  });

  it('whose request is in progress at a shutdown has the time of a whole request, then is disconnected', async () => {
    const limits = { ...httpLimits, headers: 100, request: 400, checkInterval: 20 };
    const app = await startSecondApp(test, { limits });
    const arrived = once(app.server, 'request');
    const socket = open(app);
    socket.resume().write(upload('{"', 100));
    await arrived;
    const stoppedAt = performance.now();
    await app.close();
    const waited = performance.now() - stoppedAt;
    // Timers count from the time of the last turn of the event loop, which is a little earlier.
    expect(waited).toBeGreaterThan(limits.request / 2);
    expect(waited).toBeLessThan(httpLimits.request);
    socket.destroy();
  });

  it('gets its response before Node’s own limits disconnect it', () => {
    const { headers, request: whole, connection } = httpLimits;
    expect([headers, whole, connection].toSorted((one, other) => one - other)).toEqual([
      headers,
      whole,
      connection,
    ]);
    expect(connection).toBeGreaterThan(whole + httpLimits.checkInterval);
  });
});

describe('a client that disconnects', () => {
  it('during an upload causes neither an outage nor a crash', async () => {
    const { app, lines } = await startAppWithLog(test);
    const arrived = once(app.server, 'request');
    const socket = open(app);
    socket.write(upload('{"', 100));
    await arrived;
    socket.destroy();
    await expect.poll(() => lines).toMatchObject([{ level: 30, msg: 'request cut off' }]);
  });

  it('before the first byte of the response causes no crash', async () => {
    const seen = new EventEmitter();
    const begun = once(seen, 'begun');
    const slow = () => new Readable({ read: () => void seen.emit('begun') });
    const { app, lines } = await startAppWithLog(test, {
      prepare: (own) => void own.post('/slow', (_request, reply) => reply.send(slow())),
    });
    const socket = open(app);
    // The request has a body that is read completely. For other requests Fastify detects the abort itself.
    socket.write(upload('{}').replace(/^POST \S+/, 'POST /slow'));
    await begun;
    socket.destroy();
    await expect.poll(() => lines).toMatchObject([{ level: 30, msg: 'request cut off' }]);
  });
});

describe('a JSON body', () => {
  it.each([
    ['{"principal": ', 'Must be valid JSON.'],
    ['nothing', 'Must be valid JSON.'],
    ['{"__proto__": {"x": 1}}', 'Must be valid JSON.'],
    ['{"constructor": {"prototype": {}}}', 'Must be valid JSON.'],
    ['[]', 'Must be a JSON object.'],
    ['"x"', 'Must be a JSON object.'],
    ['7', 'Must be a JSON object.'],
    ['true', 'Must be a JSON object.'],
    ['null', 'Must be a JSON object.'],
  ])('that is %s is refused: %s', async (body, reason) => {
    for (const path of ['/api/v1/finance/calculate-principal/', '/api/user/login/', '/api/user/logout/']) {
      const answer = await request(test.app.server)
        .post(path)
        .set('content-type', 'application/json')
        .send(body);
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          msg: `body: ${reason}`,
          code: 'validation_failed',
          details: { body: [reason] },
          request_id: answer.headers['x-request-id'],
        },
      ]);
    }
  });
});

describe('a body with a content encoding', () => {
  const loan = {
    total_loan_amount: 1,
    duration_months: 2,
    annual_interest_rate: 6,
    compounding_frequency: 'daily',
  };
  const send = (headers: Record<string, string>, path = '/api/v1/finance/calculate-principal/') =>
    request(test.app.server)
      .post(path)
      .set({ 'content-type': 'application/json', ...headers })
      .send(JSON.stringify(loan));

  it.each([
    ['another charset', { 'content-type': 'application/json; charset=utf-16le' }],
    ['another charset in quotes', { 'content-type': 'application/json;charset="ISO-8859-1"' }],
    ['a compression', { 'content-encoding': 'gzip' }],
    ['an unknown compression', { 'content-encoding': 'identity, zip' }],
    ['a compressed form', { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'br' }],
  ])('is refused with 415 in the one error shape: %s', async (_what, headers) => {
    for (const path of [undefined, '/api/user/register/', '/api/user/reset-password/a/b/']) {
      const answer = await send(headers, path);
      expect([path, answer.status, answer.body]).toEqual([
        path,
        415,
        {
          msg: expect.any(String),
          code: 'unsupported_media_type',
          request_id: answer.headers['x-request-id'],
        },
      ]);
    }
  });

  it.each([
    ['UTF-8', { 'content-type': 'application/json; charset=UTF-8' }],
    ['UTF-8 in quotes', { 'content-type': 'application/json; charset="utf-8"' }],
    ['no compression', { 'content-encoding': 'Identity' }],
  ])('is accepted if it is %s', async (_what, headers) => {
    await send(headers).expect(200);
  });

  it('is refused by its fields if the operation has no body', async () => {
    const url = resetPassword.url.replace(':uid', 'x').replace(':token', 'y');
    const { body } = await request(test.app.server).post(url).send({ extra: 1 }).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', details: { extra: ['Unknown field.'] } });
    expect((await request(test.app.server).post(url).send({}).expect(400)).body.code).toBe('invalid_link');
  });

  it('does not turn a 404 or a missing body into a 415', async () => {
    await send({ 'content-encoding': 'gzip' }, '/api/nothing').expect(404);
    const none = await request(test.app.server)
      .post('/api/user/logout/')
      .set({ 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-16' });
    expect(none.status).toBe(204);
    // The body of a GET request is not read.
    await request(test.app.server).get('/api/healthz').set('content-encoding', 'gzip').send('x').expect(200);
  });
});

describe('getHealth', () => {
  it('responds without using the database', async () => {
    const answer = await request(test.app.server).get('/api/healthz').expect(200);
    expect(answer.body).toEqual({ status: 'ok', checks: {}, version: '0.1.0' });
  });
});

describe('getReadiness', () => {
  it('reports that the database is available and the audit trail can be sealed', async () => {
    const answer = await request(test.app.server).get('/api/readyz').expect(200);
    expect(answer.body).toEqual({ status: 'ok', checks: { database: 'ok', audit_seals: 'ok' } });
  });

  it('checks the database once for all requests that arrive during the check', async () => {
    const query = vi.spyOn(test.database.pool, 'query');
    // All requests are sent at the same moment, after any earlier check, however busy the machine is.
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    try {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => request(test.app.server).get('/api/readyz')),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      // A new app also runs other queries meanwhile.
      const pings = query.mock.calls.filter(([statement]) =>
        JSON.stringify(statement).includes('transaction_read_only'),
      );
      expect(pings).toHaveLength(1);
    } finally {
      now.mockRestore();
      query.mockRestore();
    }
  });

  it('responds with 503 if the database fails between its two checks', async () => {
    const { pool } = test.database;
    const client = await pool.connect();
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000);
    try {
      await client.query('BEGIN; LOCK TABLE audit_seals');
      const answer = request(test.app.server)
        .get('/api/readyz')
        .then((response) => response);
      await expect.poll(() => waitingForLocks(test.database)).toBeGreaterThan(0);
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
        AND datname = current_database()`);
      const { status, body } = await answer;
      expect([status, body]).toEqual([503, { status: 'unavailable', checks: { database: 'failed' } }]);
    } finally {
      now.mockRestore();
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it.each([
    ['is unavailable', () => 'postgresql://nobody:nothing@127.0.0.1:1/nowhere', { database: 'failed' }],
    [
      'accepts no writes',
      () => `${test.database.url}?options=-c%20default_transaction_read_only%3Don`,
      { database: 'ok', database_writes: 'failed' },
    ],
  ])('responds with 503 in the same shape while the database %s', async (_, url, checks) => {
    const { database } = test.dependencies;
    const other = openDatabase(url());
    test.dependencies.database = other;
    try {
      const ready = () => request(test.app.server).get('/api/readyz');
      // A check of the database is shared for a moment.
      await expect.poll(async () => (await ready()).body).toEqual({ status: 'unavailable', checks });
      await ready().expect(503);
    } finally {
      test.dependencies.database = database;
      await other.close();
    }
  });
});
