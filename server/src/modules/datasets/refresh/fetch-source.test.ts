import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Publisher, servesFile, startPublisher } from '#test/publisher.ts';
import { type FetchOptions, fetchSource } from './fetch-source.ts';

let publisher: Publisher;
beforeAll(async () => {
  publisher = await startPublisher();
});
afterAll(() => publisher.close());

const fetching = (options: Partial<FetchOptions> = {}, url = publisher.url) =>
  fetchSource(url, {
    userAgent: 'Declassified (+http://localhost:3000)',
    validators: null,
    isByOperator: true,
    ...options,
  });

/** Used only for requests that must time out. Others may take as long as a busy machine needs. */
const short = { headersMs: 300, totalMs: 600 };

const megabyte = Buffer.alloc(1024 * 1024, ',');
const endless: RequestListener = (_request, response) => {
  const write = () => {
    while (!response.destroyed && response.write(megabyte));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
};
const headed =
  (status: number, headers: Record<string, string>, body: Buffer | string = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
const gzipped = { 'content-encoding': 'gzip' };

describe('a publisher', () => {
  it('receives the product’s name and the validators of its last response', async () => {
    publisher.answer(servesFile(Buffer.from('a,b\n')));
    const first = await fetching();
    expect(first).toMatchObject({ state: 'received', bytes: Buffer.from('a,b\n') });
    const { etag = null, last_modified = null } = first.state === 'received' ? first : {};
    expect(await fetching({ validators: { etag, last_modified } })).toEqual({ state: 'unchanged' });
    expect(publisher.requests.at(-1)?.headers).toMatchObject({
      'user-agent': 'Declassified (+http://localhost:3000)',
      'accept-encoding': 'gzip',
      'if-none-match': etag,
      'if-modified-since': 'Tue, 03 Nov 2026 03:30:00 GMT',
      connection: 'close',
    });
    expect(publisher.requests.at(-1)?.headers.cookie).toBeUndefined();
  });

  it('may compress its response', async () => {
    publisher.answer(headed(200, gzipped, gzipSync('a,b\n')));
    expect(await fetching()).toMatchObject({ state: 'received', bytes: Buffer.from('a,b\n') });
  });

  it('that redirects is not followed', async () => {
    const before = publisher.requests.length;
    publisher.answer(headed(302, { location: 'http://169.254.169.254/latest/meta-data/' }));
    expect(await fetching()).toEqual({
      state: 'moved',
      reason: 'answered 302 and leads to http://169.254.169.254/latest/meta-data/',
    });
    expect(publisher.requests).toHaveLength(before + 1);
  });

  it.each<[string, RequestListener, string]>([
    ['is silent', () => {}, 'did not answer within 0.3 seconds'],
    ['is slow', (_request, response) => response.writeHead(200).write('a'), 'took longer than 0.6 seconds'],
  ])('that %s is unreachable', async (_what, listener, reason) => {
    publisher.answer(listener);
    expect(await fetching(short)).toEqual({ state: 'unreachable', reason, retryAfterSeconds: 0 });
  });

  it.each<[string, RequestListener, string]>([
    ['never ends', endless, 'sent more than 8 MiB'],
    ['packs a bomb', headed(200, gzipped, gzipSync(Buffer.alloc(64 << 20, 44))), 'sent more than 8 MiB'],
    ['packs nothing', headed(200, gzipped, 'a,b\n'), 'sent damaged compressed data'],
    ['packs half', headed(200, gzipped, gzipSync('a,b\n').subarray(0, 12)), 'sent damaged compressed data'],
    ['packs in another way', headed(200, { 'content-encoding': 'br' }, 'a'), 'answered in the encoding br'],
    [
      'breaks off',
      (request, response) => {
        response.writeHead(200, { 'content-length': '10' }).write('a,b\n');
        setImmediate(() => request.socket.destroy());
      },
      'closed the connection before the end of the response',
    ],
    ['closes', ({ socket }) => socket.destroy(), 'closed the connection before the end of the response'],
    ['has no page', headed(404, {}, '<html></html>'), 'answered 404'],
    ['sends a part', headed(206, {}, 'a'), 'answered 206'],
  ])('that %s is unreachable', async (_what, listener, reason) => {
    publisher.answer(listener);
    expect(await fetching()).toEqual({ state: 'unreachable', reason, retryAfterSeconds: 0 });
  });

  it('determines when the next request is sent', async () => {
    publisher.answer(headed(429, { 'retry-after': '7200' }));
    expect(await fetching()).toMatchObject({ reason: 'answered 429', retryAfterSeconds: 7200 });
  });

  it('that does not exist is unreachable', async () => {
    expect(await fetching({}, 'http://127.0.0.1:9/')).toMatchObject({
      state: 'unreachable',
      reason: 'the connection failed (ECONNREFUSED)',
    });
  });
});

const resolved = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('a name that resolves to a private IP address gets no connection', () => {
  it.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['1.1.1.1', '127.0.0.1']],
    [[]],
  ])('%j', async (addresses) => {
    const before = publisher.requests.length;
    publisher.answer(headed(200, {}, 'a secret'));
    const url = publisher.url.replace('127.0.0.1', 'publisher.example');
    const answer = await fetching({ isByOperator: false, resolve: async () => resolved(...addresses) }, url);
    expect(answer).toEqual({
      state: 'unreachable',
      reason: 'publisher.example has no public IP address, or also a private one',
      retryAfterSeconds: 0,
    });
    expect(publisher.requests).toHaveLength(before);
  });

  it('in the host of the URL', async () => {
    expect(await fetching({ isByOperator: false })).toMatchObject({
      reason: '127.0.0.1 has no public IP address, or also a private one',
    });
  });

  it('even if it resolved to a public one before, because it is resolved once', async () => {
    let calls = 0;
    const resolve = async () => {
      calls += 1;
      return resolved(calls === 1 ? '192.0.43.8' : '127.0.0.1');
    };
    const before = publisher.requests.length;
    const url = publisher.url.replace('127.0.0.1', 'publisher.example');
    const answer = await fetching({ isByOperator: false, resolve }, url);
    expect(answer.state).toBe('unreachable');
    expect(calls).toBe(1);
    expect(publisher.requests).toHaveLength(before);
  });

  it('has limited time while its name server does not respond', async () => {
    const url = publisher.url.replace('127.0.0.1', 'publisher.example');
    const answer = await fetching(
      { isByOperator: false, resolve: () => new Promise(() => {}), ...short },
      url,
    );
    expect(answer).toMatchObject({ reason: 'did not answer within 0.3 seconds' });
  });
});
