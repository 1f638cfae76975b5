import { EventEmitter, once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { datasetFeedPath } from 'contract/datasets/datasets.constants.ts';
import type { MakePageRenderer, PageRenderer } from 'contract/page-renderer.ts';
import { rateLimits } from 'contract/limits.ts';
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { signInByCookie } from '#test/cookies.ts';
import { createUser } from '#test/factories.ts';
import { useFolder } from '#test/folder.ts';
import { hostile, manifest, pageOf, template } from '#test/rendered-pages.ts';
import { pageCost, pictureCost } from './public-pages.ts';

const test = useTestApp();
const folder = useFolder();

beforeAll(() => {
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), template);
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
});

/** Renders every URL without a file's name, with the site's contact address. */
const render = vi.fn<PageRenderer['render']>();
let makeRenderer: () => Promise<MakePageRenderer>;
let contactEmail: () => Promise<string>;

beforeEach(() => {
  render.mockReset();
  render.mockImplementation(async (url) =>
    url.startsWith('/embed/')
      ? { ...pageOf(url, ''), isEmbedded: true }
      : url.startsWith('/data/')
        ? undefined
        : pageOf(url, await contactEmail()),
  );
  makeRenderer = async () => (read) => {
    contactEmail = async () => ((await read('getSite', {})).body as { contact_email: string }).contact_email;
    return {
      canonicalUrl: (url) => {
        const { pathname, searchParams } = new URL(url, 'http://localhost');
        if (pathname === '/login') return undefined;
        const amount = searchParams.get('amount');
        return amount === null ? pathname : `${pathname}?amount=${encodeURIComponent(amount)}`;
      },
      titleOf: (url) => (url.startsWith('/login') ? `Sign in ${hostile}` : undefined),
      render,
      renderNotFound: async () => ({
        head: { description: '' },
        markup: `<h1>Not found</h1>${'<p>Home</p>'.repeat(100)}`,
        modules: [],
      }),
      list: async () => [{ url: '/about' }, { url: '/data/x', changed: '2026-10-01' }],
    };
  };
});

const start = (config: Parameters<typeof startSecondApp>[1] = {}): Promise<FastifyInstance> =>
  startSecondApp(test, {
    ...config,
    dependencies: { clientFolder: folder, makeRenderer: () => makeRenderer(), ...config.dependencies },
  });

const get = (app: FastifyInstance, url: string) =>
  request(app.server).get(url).set('accept-encoding', 'identity');

it('a page has its title, description, files, state and structured data, and hostile text stays text', async () => {
  const { status, text, headers } = await get(await start(), '/about?utm_source=x');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('<title>Page /about · Declassified</title>');
  expect(text).toContain('<div id="root"><h1>About</h1>');
  expect(text).toContain('<link rel="stylesheet" crossorigin href="/assets/about-2.css" />');
  expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/about-2.js" />');
  expect(text).not.toContain('Needs JavaScript');
  expect(text).not.toContain('alert(1)</script><');
  const [, state = ''] = /id="page-state">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(state)).toMatchObject({ queries: [[[hostile], '']] });
  const [, structured = ''] = /ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(structured)).toMatchObject({ '@type': 'Article', name: hostile });
  expect(text.match(/<script(?! type="(module|application))/g)).toBeNull();
});

it('a page that is not public has the title of its screen without scripts, too', async () => {
  const { status, text, headers } = await get(await start(), '/login?next=/profile');
  expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-cache', 'noindex']);
  expect(text).toContain('<title>Sign in &lt;/script&gt;');
  expect(text).toContain('<noscript>Needs JavaScript.</noscript>');
  expect(render).not.toHaveBeenCalled();
});

it('the styles of what a screen imports precede its own, which refine them, as when the app opens the screen', async () => {
  const { text } = await get(await start(), '/about');
  const styles = [...text.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, url]) => url);
  expect(styles).toEqual(['/assets/app-1.css', '/assets/ui-3.css', '/assets/about-2.css']);
});

/** What browsers, programs and strangers send about themselves. */
async function readers(app: FastifyInstance): Promise<Record<string, string>[]> {
  const user = await createUser(test);
  const { headers, body } = await signInByCookie(request(app.server), user);
  const hostileHeaders = fc.record(
    {
      cookie: fc.stringMatching(/^(session|csrftoken|refresh|device|user)=[\w.;= -]{0,60}$/),
      authorization: fc.stringMatching(/^(Bearer|Basic|Token) [\w.=-]{0,60}$/),
      'accept-language': fc.stringMatching(/^[a-z]{2}(-[A-Z]{2})?$/),
      'user-agent': fc.stringMatching(/^[ -~]{1,40}$/),
      'x-csrftoken': fc.stringMatching(/^\w{1,40}$/),
      'x-device-token': fc.stringMatching(/^\w{1,40}$/),
      'x-forwarded-host': fc.domain(),
      referer: fc.webUrl(),
    },
    { requiredKeys: [] },
  );
  return [
    headers,
    { ...headers, authorization: `Bearer ${body.access}` },
    { authorization: `Bearer ${body.access}` },
    { authorization: `Bearer ${body.refresh}` },
    ...fc.sample(hostileHeaders, { numRuns: 8, seed: 20261128 }),
  ];
}

it('is the same byte for byte for every reader, and sets no cookie', async () => {
  const app = await start();
  const urls = [
    '/about',
    '/?amount=5',
    '/embed/data/cpi-quarterly',
    '/embed/data/x',
    '/nothing',
    datasetFeedPath,
  ];
  const everyone = await readers(app);
  for (const url of urls) {
    const read = async (headers: object) => {
      const answer = await get(app, url).set({ ...headers, 'accept-encoding': 'identity' });
      const { etag, 'set-cookie': cookies } = answer.headers;
      return { status: answer.status, text: answer.text, etag, cookies };
    };
    const plain = await read({});
    expect([url, plain.cookies]).toEqual([url, undefined]);
    for (const headers of everyone)
      expect([url, headers, await read(headers)]).toEqual([url, headers, plain]);
  }
});

it('is revalidated by its ETag, which another process gives, too', async () => {
  const app = await start();
  const plain = await get(app, '/about');
  expect(plain.headers['cache-control']).toBe('public, no-cache');
  const etag = String(plain.headers['etag']);
  for (const tag of [etag, etag.replace('W/', ''), `"x", ${etag}`]) {
    const current = await get(app, '/about').set('if-none-match', tag).expect(304);
    for (const { headers } of [plain, current]) expect(headers['vary']).toMatch(/accept-encoding/i);
  }
  const picture = await get(app, '/preview/about.png').expect(200);
  await get(app, '/preview/about.png')
    .set('if-none-match', `W/${String(picture.headers['etag'])}`)
    .expect(304);
  const other = await get(await start(), '/about');
  expect(other.headers['etag']).toBe(plain.headers['etag']);
});

it('is compressed in each form that a reader accepts, also the page for what does not exist', async () => {
  render.mockImplementation(async (url) => ({ ...pageOf(url, ''), markup: '<h1>About</h1>'.repeat(200) }));
  const app = await start();
  for (const url of ['/about', '/about?amount=5', '/nothing']) {
    const { text } = await get(app, url);
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await request(app.server).get(url).set('accept-encoding', encoding);
      expect([url, headers['content-encoding']]).toEqual([url, encoding]);
    }
    expect((await request(app.server).get(url).set('accept-encoding', 'gzip')).text).toBe(text);
  }
});

it('a HEAD has the status and the headers of the GET, and no body', async () => {
  const app = await start();
  for (const url of [
    '/about',
    '/nothing',
    '/sitemap.xml',
    '/robots.txt',
    datasetFeedPath,
    '/preview/about.png',
  ]) {
    const [got, head] = [
      await get(app, url),
      await request(app.server).head(url).set('accept-encoding', 'identity'),
    ];
    const { status, headers } = head;
    const names = ['content-type', 'content-length', 'cache-control', 'etag', 'set-cookie'];
    const of = (all: Record<string, unknown>) => names.map((name) => all[name]);
    expect([url, status, ...of(headers)]).toEqual([url, got.status, ...of(got.headers)]);
    expect(head.text ?? '').toBe('');
  }
});

it('is rendered once, until something that it displays changes', async () => {
  const app = await start();
  await Promise.all(Array.from({ length: 5 }, () => get(app, '/about')));
  await get(app, '/about?utm_source=y');
  expect(render).toHaveBeenCalledTimes(1);
  await test.database.prisma.setting.create({
    data: { key: 'contact_email', value: 'new@example.org' },
  });
  await test.dependencies.settings.reload();
  expect((await get(app, '/about')).text).toContain('new@example.org');
  await test.database.prisma.setting.deleteMany();
  await test.dependencies.settings.reload();
});

it('is rendered again a second after a critical notice to everybody', async () => {
  const app = await start();
  await get(app, '/about');
  const { id } = await test.database.prisma.notice.create({
    data: {
      id: uuidv7(),
      title: 'Phishing',
      text: 'Beware',
      level: 'critical',
      audience: 'all',
      is_draft: false,
      starts_at: new Date(Date.now() - 1_000),
    },
  });
  const renderings = async () => {
    await get(app, '/about');
    return render.mock.calls.length;
  };
  await expect.poll(renderings).toBe(2);
  await test.database.prisma.notice.delete({ where: { id } });
  await expect.poll(renderings).toBe(3);
});

it('while the renderer hangs, a page is a 503 after which a browser tries again by itself, and once it is rendered, the page', async () => {
  const app = await start();
  const slow = new EventEmitter();
  render.mockImplementation(() => new Promise<never>(() => {}));
  render.mockImplementationOnce((url) => once(slow, 'end').then(() => pageOf(url, '')));
  const { text, headers } = await get(app, '/about').expect(503);
  expect(headers).toMatchObject({ 'retry-after': '2', refresh: '2', 'cache-control': 'no-store' });
  expect(text).toMatch(/<\/p>\n<script src="\/try-again\.js" data-seconds="2"><\/script>$/);
  slow.emit('end');
  await expect.poll(async () => (await get(app, '/about')).text).toContain('<h1>About</h1>');
});

it('the client renders the page if the renderer throws', async () => {
  const app = await start();
  render.mockRejectedValue(new Error('broken'));
  const { status, text, headers } = await get(app, '/about');
  expect([status, text, headers['cache-control']]).toEqual([200, template, 'no-cache']);
  render.mockImplementation(async (url) => pageOf(url, ''));
  expect((await get(app, '/about')).text).toContain('<h1>About</h1>');
});

it.each([
  ['is missing', async () => undefined],
  ['cannot be loaded', () => Promise.reject(new Error('broken'))],
])('the client renders the page if the renderer %s', async (_fault, make) => {
  const app = await startSecondApp(test, { dependencies: { clientFolder: folder, makeRenderer: make } });
  expect((await get(app, '/about')).text).toBe(template);
});

it('the first request after a start waits until the renderer has loaded', async () => {
  const built = new EventEmitter();
  const loading = once(built, 'load');
  const app = await start({ dependencies: { makeRenderer: () => loading.then(() => makeRenderer()) } });
  const first = app.inject('/about');
  await app.inject('/robots.txt');
  built.emit('load');
  expect((await first).body).toContain('<h1>About</h1>');
});

it('one page is rendered at a time, and those for which too many wait are a 503', async () => {
  const app = await start({ config: { rateLimitScale: 1_000 } });
  let [running, most] = [0, 0];
  render.mockImplementation(async (url) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return pageOf(url, '');
  });
  const paths = ['', 'about', 'data', 'arsenal', 'privacy', 'finance/savings'].flatMap((path) =>
    Array.from({ length: 4 }, (_, index) => `/${path}?amount=${index}`),
  );
  const pages = await Promise.all(paths.map((path) => get(app, path)));
  expect(most).toBe(1);
  const refused = pages.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(pages.length);
  for (const { status, headers } of refused) expect([status, headers['retry-after']]).toEqual([503, '2']);
  expect(pages.some(({ text }) => text === template)).toBe(false);
});

it('what is not in memory is charged as a computation, and above the limit it is refused', async () => {
  const app = await start({ config: { rateLimitScale: (2.5 * pageCost) / rateLimits.computation.max } });
  for (const amount of [1, 2]) expect((await get(app, `/about?amount=${amount}`)).text).not.toBe(template);
  for (const url of ['/about?amount=3', '/about']) {
    const { status, headers } = await get(app, url);
    expect([url, status, headers['cache-control']]).toEqual([url, 429, 'no-store']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  // What is in memory costs nothing.
  expect((await get(app, '/about?amount=2&utm_source=x')).text).not.toBe(template);
});

it('a picture is charged when it is drawn, and once', async () => {
  const limit = pageCost + pictureCost;
  const app = await start({ config: { rateLimitScale: limit / rateLimits.computation.max } });
  for (let repeated = 0; repeated < 3; repeated++) await get(app, '/preview/about.png').expect(200);
  expect((await get(app, '/about?amount=1')).status).toBe(429);
  const smaller = await start({ config: { rateLimitScale: (limit - 5_000) / rateLimits.computation.max } });
  expect((await get(smaller, '/preview/about.png')).status).toBe(429);
});

it('variants of pages do not take the place of pages in the memory', async () => {
  const app = await start({ config: { rateLimitScale: 1_000 } });
  await get(app, '/about');
  for (let amount = 0; amount < 120; amount++) await get(app, `/data?amount=${amount}`);
  const { length } = render.mock.calls;
  await get(app, '/about');
  expect(render).toHaveBeenCalledTimes(length);
});

it('what does not exist is a 404 with the page for it', async () => {
  const app = await start();
  for (const url of ['/nothing', '/data/inflation-australia']) {
    const { status, text, headers } = await get(app, url);
    expect([status, text.includes('<h1>Not found</h1>')]).toEqual([404, true]);
    expect(headers['vary']).toContain('accept-encoding');
    expect(text).toContain('noindex');
    expect(text).not.toContain('page-state');
  }
  for (const url of ['/preview/data/nothing.png', '/preview/']) await get(app, url).expect(404);
});

it('no door to the pages stores another spelling, or what does not exist', async () => {
  const app = await start();
  await get(app, '/preview/about.png').expect(200);
  expect(render).toHaveBeenCalledTimes(1);
  for (const url of [
    '/preview/About.png',
    '/preview/about/.png',
    '/preview//about.png',
    '/preview/data/x.png',
  ]) {
    await get(app, url).expect(404);
  }
  expect(render).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 2; n++) await get(app, '/data/inflation-australia').expect(404);
  expect(render).toHaveBeenCalledTimes(3);
});

it('a page for frames has neither scripts nor cookies, and only it may be in a frame', async () => {
  const app = await start();
  const { headers, text } = await get(app, '/embed/data/inflation-australia');
  expect(headers['content-security-policy']).toContain('frame-ancestors *;');
  expect(headers['content-security-policy']).toContain("script-src 'none';");
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(text).not.toContain('/assets/app-1.js');
  expect((await get(app, '/about')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  render.mockRejectedValue(new Error('broken'));
  for (const [url, status] of [
    ['/embed/data/cpi-quarterly', 503],
    ['/embed/data/nothing', 404],
  ] as const) {
    const refused = await get(app, url)
      .expect(status)
      .expect('content-type', /^text\/plain/);
    expect(refused.headers['content-security-policy']).toContain('frame-ancestors *;');
    expect(refused.headers).not.toHaveProperty('set-cookie');
  }
});

it('a public site has canonical URLs, pictures, a sitemap and a robots.txt that names it', async () => {
  const publicUrl = 'https://declassified.example';
  const app = await start({ config: { publicUrl }, dependencies: { publicUrl } });
  const page = await get(app, '/about?amount=5');
  expect(page.text).toContain(`<link rel="canonical" href="${publicUrl}/about" />`);
  // Its terms are listed under the canonical URL. A vintage is another view of the page.
  expect(page.text).not.toContain('noindex');
  expect((await get(app, '/about?amount=as%3D1')).text).toContain('noindex');
  const [, picture = ''] = /og:image" content="https:\/\/declassified\.example([^"]+)"/.exec(page.text) ?? [];
  expect(picture).toMatch(/^\/preview\/about\.png\?amount=5&amp;v=/);
  const { headers } = await request(app.server).get(picture.replaceAll('&amp;', '&')).expect(200);
  const policy = { 'cross-origin-resource-policy': 'cross-origin' };
  expect(headers).toMatchObject({ 'content-type': 'image/png', ...policy });
  expect((await get(app, '/robots.txt')).text).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  expect((await get(app, '/sitemap.xml')).text).toContain(
    `<url><loc>${publicUrl}/data/x</loc><lastmod>2026-10-01</lastmod></url>`,
  );
  expect((await get(await start(), '/about')).text).not.toMatch(/canonical|og:image/);
});
