/**
 * The memory that public pages cost: one process of the built server with the renderer and one without take turns. After a
 * load of loans and a read of every dataset, each is asked for every page of the sitemap, and then for the preview pictures.
 *
 *     npx tsx bench/http/page-memory.ts
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { copyApp } from '../client/app-copy.ts';
import { makeServer, type Server } from '../faults/server.ts';
import { median } from '../median.ts';
import { reportMost } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { loanBody } from './bodies.ts';

const turns = 3;
/** Of the load before, after which V8's heap has the size that it has in use. */
const loadSeconds = 6;
/** Each page is requested as often: more requests than this change little. */
const rounds = 3;
const goalMb = 20;
/** V8 returns memory later, and the process that draws pictures ends after 10 seconds without one. */
const pauseMs = 12_000;

interface Memory {
  /** After the load, and before the first page. */
  before: number;
  pages: number;
  pictures: number;
  /** At once after the pictures, with the process that draws them. */
  drawing: number;
}

const measured: Record<'rendered' | 'plain', Memory[]> = { rendered: [], plain: [] };
const roots = { rendered: '.', plain: copyApp(['client/dist']) };
const servers = Object.fromEntries(
  await Promise.all(
    Object.entries(roots).map(async ([name, root]) => {
      const variables = { DATA_DIR: createTemporaryFolder(), LOG_LEVEL: 'warn', MALLOC_ARENA_MAX: '1' };
      const server = await makeServer({ ...variables, PUBLIC_URL: 'https://example.org' }, root);
      // The first start creates the database.
      await server.start();
      await server.stop();
      return [name, server] as const;
    }),
  ),
) as Record<keyof typeof roots, Server>;
await servers.rendered.start();
const sitemap = await (await fetch(`${servers.rendered.url}/sitemap.xml`)).text();
await servers.rendered.stop();
const paths = Array.from(
  sitemap.matchAll(/<loc>https:\/\/example\.org(.*?)<\/loc>/g),
  ([, path]) => path || '/',
);

for (let turn = 0; turn < turns; turn++) {
  for (const name of ['rendered', 'plain'] as const) measured[name].push(await measure(servers[name]));
}
const medianOf = (name: keyof typeof roots, stage: keyof Memory) =>
  median(measured[name].map((memory) => memory[stage]));
const more = (stage: keyof Memory) => medianOf('rendered', stage) - medianOf('plain', stage);
console.log(
  `before the pages: ${medianOf('plain', 'before').toFixed(0)} MB without the renderer, ${medianOf('rendered', 'before').toFixed(0)} with it`,
);
console.log(`memory without the renderer: ${medianOf('plain', 'pages').toFixed(0)} MB`);
reportMost(`additional memory for ${paths.length} pages`, more('pages'), goalMb, 'MB');
reportMost('with their preview pictures', more('pictures'), goalMb, 'MB');
console.log(`while pictures are drawn, with the process that draws them: ${more('drawing').toFixed(1)} MB`);

async function measure(server: Server): Promise<Memory> {
  await server.start();
  await warmUp(server.url);
  const before = memoryOf(server.pid());
  const pictures = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) {
      const page = await (await fetch(server.url + path)).text();
      const [, picture] = /https:\/\/example\.org(\/preview\/[^"]*)"/.exec(page) ?? [];
      if (picture !== undefined) pictures.add(picture.replaceAll('&amp;', '&'));
    }
  }
  await delay(pauseMs);
  const pages = memoryOf(server.pid());
  for (const picture of pictures) {
    const response = await fetch(server.url + picture);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${picture} answers ${response.status}.`);
  }
  const drawing = memoryOf(server.pid()) + workersOf(server.pid());
  await delay(pauseMs);
  const memory = { before, pages, drawing, pictures: memoryOf(server.pid()) + workersOf(server.pid()) };
  await server.stop();
  return memory;
}

async function warmUp(url: string): Promise<void> {
  await autocannon({
    url: `${url}/api/v1/finance/calculate-principal/`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
    body: JSON.stringify(loanBody(360)),
    connections: 20,
    duration: loadSeconds,
  });
  for (const path of paths) {
    const [, slug] = /^\/data\/([\w-]+)$/.exec(path) ?? [];
    if (slug !== undefined) await (await fetch(`${url}/api/content/datasets/${slug}/`)).text();
  }
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** The other processes of Node. PostgreSQL is not counted. */
function workersOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith(process.execPath))
    .reduce((sum, child) => sum + memoryOf(Number(child)), 0);
}
