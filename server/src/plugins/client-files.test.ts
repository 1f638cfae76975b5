import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagePaths } from 'contract/page-paths.ts';
import { buildApp } from '#app.ts';
import { useFolder } from '#test/folder.ts';
import { useTestApp } from '#test/app.ts';

const test = useTestApp();
const page = `<!doctype html><title>Declassified</title>${'<p>word</p>'.repeat(200)}`;
const script = `export const words = '${'word '.repeat(400)}';`;
const hashed = '/assets/main-3f2a1b.js';

const folder = useFolder();
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  for (const [name, content] of [
    ['index.html', page],
    [hashed, script],
  ] as const) {
    writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content));
  }
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'notes.txt'), 'Notes');
  writeFileSync(join(folder, '.made-from'), 'stamp');
  app = await buildApp(test.config, { ...test.dependencies, clientFolder: folder });
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => app.close());

const get = (path: string) => request(app.server).get(path);

/** Requests the path unchanged, over a plain connection, because HTTP libraries normalize paths. */
async function getExactly(path: string): Promise<{ status: number; body: string }> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  let response = '';
  socket.setEncoding('utf8').on('data', (chunk) => (response += String(chunk)));
  await once(socket, 'close');
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body };
}

const notFound = (id: unknown) => ({ msg: 'Not found.', code: 'not_found', request_id: id });

describe('client files', () => {
  it('caches hashed assets for a year, and revalidates the page each time', async () => {
    const asset = await get(hashed).set('accept-encoding', 'identity').expect(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toContain('javascript');
    expect(asset.text).toBe(script);
    for (const path of ['/', '/index.html', '/finance/loan-calculator', '/verify-email/a.b/c.d']) {
      const response = await get(path).set('accept-encoding', 'identity').expect(200);
      expect([response.text, response.headers['cache-control']]).toEqual([page, 'no-cache']);
      expect(response.headers['content-type']).toContain('text/html');
    }
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('sends %s with the encoding %s, and a Vary header', async (accepted, encoding) => {
    for (const [path, text] of [
      [hashed, script],
      ['/', page],
    ] as const) {
      const response = await get(path).set('accept-encoding', accepted).expect(200);
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers['vary']).toContain('accept-encoding');
      expect(response.text).toBe(text);
    }
    for (const path of ['/robots.txt', '/sitemap.xml'])
      expect((await get(path).set('accept-encoding', accepted).expect(200)).headers['vary']).toMatch(
        /accept-encoding/i,
      );
  });

  it('responds to HEAD with the headers alone, and to a current ETag with 304', async () => {
    for (const path of [hashed, '/', '/about']) {
      const { headers } = await request(app.server).head(path).set('accept-encoding', 'identity').expect(200);
      expect(Number(headers['content-length'])).toBe((path === hashed ? script : page).length);
      const revalidated = await get(path)
        .set('accept-encoding', 'identity')
        .set('if-none-match', String(headers['etag']));
      expect([revalidated.status, revalidated.text]).toEqual([304, '']);
      for (const { vary } of [headers, revalidated.headers]) expect(vary).toMatch(/accept-encoding/i);
    }
  });

  it('sends headers against inline code, external resources, frames, and referrers of links with a token', async () => {
    for (const path of ['/', '/verify-email/a/b', '/favicon.svg', hashed]) {
      const { headers } = await get(path).expect(200);
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    }
  });

  it('states the character encoding of every text file', async () => {
    for (const path of [
      '/',
      '/favicon.svg',
      '/notes.txt',
      hashed,
      '/api/docs/',
      '/api/docs/static/swagger-ui.css',
    ]) {
      const { headers } = await get(path).expect(200);
      expect([path, headers['content-type']]).toEqual([path, expect.stringMatching(/; charset=utf-8$/i)]);
    }
  });

  it('serves neither compressed files under their own names nor hidden files', async () => {
    for (const path of ['/index.html.br', '/index.html.gz', `${hashed}.br`, `${hashed}.gz`, '/.made-from']) {
      const response = await get(path).expect(404);
      expect(response.body).toEqual(notFound(response.headers['x-request-id']));
    }
  });

  it.each([
    ['range', 'bytes=99999-'],
    ['range', 'bytes=abc'],
    ['range', 'bytes=5-1'],
    ['range', 'bytes=0-3'],
  ])('serves the whole file, because ranges are not supported: %s: %s', async (name, value) => {
    for (const path of ['/', '/about', '/favicon.svg', hashed]) {
      const response = await get(path).set(name, value).expect(200);
      expect(response.headers).not.toHaveProperty('content-range');
    }
  });

  it.each([
    ['if-match', '"x"'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('refuses the header %s with the error envelope', async (name, value) => {
    for (const path of ['/', '/about', '/favicon.svg']) {
      const response = await get(path).set(name, value);
      expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
      expect(Number(response.headers['content-length'])).toBe(response.text.length);
    }
  });

  it.each([
    '/API/healthz',
    '/Api',
    '//api/healthz',
    '///API//nothing',
    '/%61pi/nothing',
    '//assets/x.js',
    '/ASSETS/x.js',
    '//mailbox',
  ])('returns 404 instead of the page for %s', async (path) => {
    const response = await getExactly(path);
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['/%', 404],
    ['/%2', 404],
    ['/%zz', 404],
    ['/%E0%A4%A', 404],
    ['/verify-email/%ff/b?next=%zz', 200],
    ['/%C3%A9/%ff', 404],
    ['/%252', 404],
  ])('sends the page for a path with malformed escapes: %s, with %d', async (path, status) => {
    expect(await getExactly(path)).toMatchObject({ status, body: expect.stringContaining(page) });
  });

  const slugs: Partial<Record<string, string>> = {
    [pagePaths.guide]: 'extra-repayments',
    [pagePaths.dataset]: 'inflation-australia',
  };

  // The page for frames is sent only by the renderer.
  const { embeddedDataset: _embedded, home: _home, borrowingPower: _former, ...ownPaths } = pagePaths;
  it.each(Object.values(ownPaths).map((path) => path.replaceAll(/:\w+/g, slugs[path] ?? 'x-1')))(
    'sends the page of the client at %s',
    async (path) => {
      for (const url of [path, `${path}?from=2026`]) {
        const { status, body } = await getExactly(url);
        expect([url, status]).toEqual([url, 200]);
        expect(body).toContain(page);
      }
    },
  );

  it.each([
    ['/DATA', '/data'],
    ['/data/', '/data'],
    ['//data', '/data'],
    ['//Data//?from=2020', '/data?from=2020'],
    ['/Data/Inflation-Australia/', '/data/inflation-australia'],
    ['/home', '/'],
    ['/HOME/?x=1', '/?x=1'],
    ['/finance/borrowing-power?payment=1', '/finance/buying?payment=1'],
    ['//', '/'],
    ['/Verify-Email/Ab/cD/', '/Verify-Email/Ab/cD'],
  ])('redirects %s, another name or spelling of a page, to %s', async (url, target) => {
    const { statusCode, headers } = await app.inject(url);
    expect([url, statusCode, headers['location']]).toEqual([url, 308, target]);
  });

  it('keeps the page without content out of search engines', async () => {
    const { headers } = await get('/index.html').expect(200);
    expect(headers['x-robots-tag']).toBe('noindex');
  });

  it.each(['/verify-email/a.b/c.d', '/reset-password/a/b.png', '/admin/user-named/john.smith'])(
    'sends the page at %s, whose parameters may have points',
    async (path) => {
      expect(await getExactly(path)).toMatchObject({ status: 200, body: expect.stringContaining(page) });
    },
  );

  it.each([
    '/nothing',
    '/nothing/here',
    '/finance',
    '/finance/loan',
    '/arsenal/guides',
    '/arsenal/guides/nothing',
    '/data/nothing',
    '/data/x/y',
    '/admin/nothing',
    '/verify-email/a',
    '/wp-admin/',
    '/.well-known/nothing',
  ])(
    'sends the page with 404 at %s, so that search engines and monitors see that it does not exist',
    async (path) => {
      const response = await get(path).set('accept-encoding', 'identity').expect(404);
      expect([response.text, response.headers['cache-control']]).toEqual([page, 'no-cache']);
      expect(response.headers['content-type']).toContain('text/html');
      const { headers } = await request(app.server).head(path).set('accept-encoding', 'identity').expect(404);
      expect(Number(headers['content-length'])).toBe(page.length);
      // A 304 without a body would be a blank page.
      const current = await get('/').set('accept-encoding', 'identity').expect(200);
      const again = await get(path)
        .set('accept-encoding', 'identity')
        .set('if-none-match', String(current.headers['etag']))
        .set('if-modified-since', String(current.headers['last-modified']));
      expect([again.status, again.text]).toEqual([404, page]);
    },
  );

  it.each([
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/wp-login.php',
    '/finance/loan-calculator.html',
    '/data/inflation-australia.csv',
    '/arsenal/guides/extra-repayments.pdf',
    '/nothing/here/x.JSON',
    '/%66avicon%2Eico',
  ])('returns 404 without the page for a name that looks like a file: %s', async (path) => {
    const response = await getExactly(path);
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found' });
  });

  it.each(['/api/%zz', '//api/%', '/%61pi/%ff', '/assets/%zz', '/mailbox/%zz'])(
    'refuses malformed escapes in other paths: %s',
    async (path) => {
      const response = await getExactly(path);
      expect([response.status, JSON.parse(response.body).code]).toEqual([400, 'validation_failed']);
    },
  );

  it.each(['/%', '/%2', '/%zz', '/%E0%A4%A', '/%00', '/a%2Fb', '/..%2f..%2fetc', '/api/docs/static/../../x'])(
    'never crashes at %s',
    async (path) => {
      expect([200, 400, 404]).toContain((await getExactly(path)).status);
    },
  );

  it.each(['/api/docs/static/%2e%2e/%2e%2e/x', '/api/docs/static/%00', '/api/docs/static//index.css'])(
    'returns 404 for paths outside the folder of the documentation page: %s',
    async (path) => {
      const response = await getExactly(path);
      expect(response.status).toBe(404);
      expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found' });
    },
  );
});
