import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/database.ts';
import { useTestApp } from '#test/app.ts';

const test = useTestApp();

/** What the server answers to bytes that no HTTP library would send. */
async function sendRaw(bytes: string): Promise<{ head: string; body: string }> {
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => (answer += String(chunk)));
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body };
}

describe('every answer', () => {
  it('carries its request id, the security headers and no trace of the server software', async () => {
    const { headers } = await request(test.app.server).get('/api/healthz').expect(200);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  it('is compressed where the client accepts it and it is worth it', async () => {
    const { headers } = await request(test.app.server)
      .get('/api/openapi.json')
      .set('accept-encoding', 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
  });
});

describe('a failure', () => {
  it('has the one shape where no route is', async () => {
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

  it('has the one shape where the request is no HTTP, or its headers are too large', async () => {
    const broken = await sendRaw('BROKEN\r\n\r\n');
    expect(broken.head).toContain('HTTP/1.1 400');
    expect(JSON.parse(broken.body)).toMatchObject({ code: 'validation_failed', msg: expect.any(String) });

    const large = await sendRaw(
      `GET /api/healthz HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(large.head).toContain('HTTP/1.1 431');
    expect(large.head).toContain(
      `x-request-id: ${(JSON.parse(large.body) as { request_id: string }).request_id}`,
    );
  });

  it('has the one shape where the URL is malformed or a path is too long', async () => {
    const malformed = await sendRaw('GET /api/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(malformed.head).toContain('HTTP/1.1 400');
    expect(JSON.parse(malformed.body)).toMatchObject({ code: 'validation_failed' });
    const answer = await request(test.app.server).get(`/api/${'x'.repeat(5_000)}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });
});

describe('getHealth', () => {
  it('answers without asking the database', async () => {
    const answer = await request(test.app.server).get('/api/healthz').expect(200);
    expect(answer.body).toEqual({ status: 'ok', checks: {} });
  });
});

describe('getReadiness', () => {
  it('says that the database is there', async () => {
    const answer = await request(test.app.server).get('/api/readyz').expect(200);
    expect(answer.body).toEqual({ status: 'ok', checks: { database: 'ok' } });
  });

  it('answers 503 while the database is not there, in the same shape', async () => {
    const { database } = test.dependencies;
    const gone = openDatabase('postgresql://nobody:nothing@127.0.0.1:1/nowhere');
    test.dependencies.database = gone;
    try {
      const answer = await request(test.app.server).get('/api/readyz').expect(503);
      expect(answer.body).toEqual({ status: 'unavailable', checks: { database: 'failed' } });
    } finally {
      test.dependencies.database = database;
      await gone.close();
    }
  });
});
