/**
 * 1,000 slow connections, then uploads of 100 MB, 20 at once: are they cut off and refused, does the server's memory
 * stay, and do the others notice?
 *
 *     npx tsx bench/faults/slow-clients.ts
 *
 * The others come on a schedule, and each of their requests is timed from the moment it was due. The slow ones send
 * headers, a JSON body or an image at a byte a second, and come again when they are cut off; or they come ten a second,
 * ask for twice the largest file and read none of it. Needs Linux, whose /proc tells of memory and connections.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { getUser } from 'contract/users/users.ts';
import { Pool } from 'pg';
import { httpLimits } from 'server/src/app.ts';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { watchMemory } from './memory.ts';
import { type Action, failures, type Load, p95, runLoad } from './open-load.ts';
import { createPeople, signIn } from './people.ts';
import { makeServer, report } from './server.ts';
import type { SlowKind, SlowOrder, SlowSeen } from './slow-connections.ts';
import {
  expectedStatuses,
  type UploadKind,
  type UploadOrder,
  type UploadSeen,
  uploadKinds,
} from './uploads.ts';

const perSecond = 100;
const [warmUpSeconds, normalSeconds] = [10, 15];
const slowSeconds = 60;
const counts: Record<SlowKind, number> = { headers: 300, body: 300, form: 100, reader: 300 };
const [uploads, uploadMegabytes, waves] = [20, 100, 3];
const goals = { ratio: 2, megabytes: 50, lateSeconds: 3, readerLateSeconds: 20 };

interface Normal {
  p95: number;
  megabytes: number;
}

if (process.platform !== 'linux') throw new Error('This bench needs Linux.');
const dataDir = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const server = await makeServer({ DATA_DIR: dataDir });
try {
  await server.start();
  const port = Number(new URL(server.url).port);
  const { url: databaseUrl } = await joinEmbeddedPostgres({ dataDir });
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const [user, slow, ...uploaders] = await createPeople(pool, 2 + uploads);
  await pool.end();
  if (!user || !slow) throw new Error('No users.');
  for (const person of [user, slow, ...uploaders]) await signIn(server, person);
  const { access, id: userId } = slow;
  const actions = (): Action[] => [
    { method: 'GET', path: '/' },
    {
      method: 'GET',
      path: getUser.url.replace(':id', user.id),
      headers: { authorization: `Bearer ${user.access}` },
    },
    {
      method: 'POST',
      path: calculatePrincipal.url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calculatePrincipal.bodyExample),
    },
  ];
  const use = (until: Promise<unknown>) => runLoad(server.url, actions(), { perSecond, until });

  /** What the server's figures are when nobody is slow: right before, since they drift with everything else. */
  const useNormally = async (seconds: number): Promise<Normal> => {
    const memory = watchMemory(server.pid());
    const load = await use(delay(seconds * 1000));
    const normal = { p95: p95(load), megabytes: memory.stop() };
    console.log(`\nnormal: p95 ${normal.p95.toFixed(1)} ms, ${normal.megabytes.toFixed(0)} MB`);
    return normal;
  };

  const bundlePath = await findBundle(server.url);
  // What Node could still hand to the kernel counts as a sign of life, once.
  const readerSeconds = (2 * httpLimits.connection) / 1000 + goals.readerLateSeconds;
  const order: SlowOrder = { port, access, userId, bundlePath, counts, seconds: slowSeconds, readerSeconds };
  const begin = await prepare<SlowSeen>('slow-connections.ts', order);
  await use(delay(warmUpSeconds * 1000));
  const first = await useNormally(normalSeconds);
  const memory = watchMemory(server.pid());
  const slowOnes = begin();
  const during = await use(delay(slowSeconds * 1000));
  const { cuts, readersLeft, lastReaderSeconds } = await slowOnes;
  compare(first, `${Object.values(counts).reduce((a, b) => a + b)} slow connections`, during, memory.stop());
  for (const [kind, limitMs] of [
    ['headers', httpLimits.headers],
    ['body', httpLimits.request],
    ['form', httpLimits.request],
  ] as const) {
    const own = cuts.filter((cut) => cut.kind === kind && !cut.status.includes('503'));
    const last = Math.max(...own.map(({ seconds }) => seconds));
    const statuses = [...new Set(own.map(({ status }) => status))];
    const goal = limitMs / 1000 + goals.lateSeconds;
    const isMet = own.length > 0 && last <= goal && statuses.every((status) => status.includes(' 408 '));
    report(
      `slow ${kind}, ${own.length} cut off, the last after`,
      `${last.toFixed(1)} s with ${statuses.join(', ')}`,
      isMet,
      `${goal} s with 408`,
    );
  }
  const busy = cuts.filter(({ kind, status }) => kind === 'form' && status.includes(' 503 ')).length;
  console.log(
    `       slow forms above one caller’s share of the memory for uploads: ${busy} refused with 503`,
  );
  report(
    `of ${counts.reader} that do not read, left`,
    `${readersLeft} after ${lastReaderSeconds.toFixed(0)} s`,
    readersLeft === 0,
    `0 after ${readerSeconds} s`,
  );

  for (const kind of uploadKinds) {
    for (const person of [user, ...uploaders]) await signIn(server, person);
    await sendUploads(kind, { port, kind, people: uploaders, megabytes: uploadMegabytes, waves });
  }
  const last = await useNormally(normalSeconds);
  const growth = last.megabytes - first.megabytes;
  report(
    'memory growth after all',
    `${growth.toFixed(0)} MB`,
    growth < goals.megabytes,
    `below ${goals.megabytes} MB`,
  );

  async function sendUploads(kind: UploadKind, upload: UploadOrder): Promise<void> {
    const send = await prepare<UploadSeen[]>('uploads.ts', upload);
    const normal = await useNormally(normalSeconds);
    const watch = watchMemory(server.pid());
    const sending = send();
    const load = await use(sending);
    const seen = await sending;
    const expected = expectedStatuses(kind);
    const answered = seen.filter(({ status }) => expected.includes(status));
    const counted = [...new Set(seen.map(({ status }) => status))].map(
      (one) => `${seen.filter(({ status }) => status === one).length} × ${one || 'no answer'}`,
    );
    report(
      `${kind}: responses`,
      `${counted.join(', ')}, the slowest after ${Math.max(...answered.map(({ ms }) => ms)).toFixed(0)} ms`,
      answered.length === seen.length,
      `all ${expected.join(' or ')}`,
    );
    console.log(
      `       sent by each: at most ${Math.max(...seen.map(({ megabytesSent }) => megabytesSent)).toFixed(1)} MB`,
    );
    compare(normal, kind, load, watch.stop());
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function compare(normal: Normal, what: string, load: Load, peak: number): void {
  const ratio = p95(load) / normal.p95;
  report(
    `${what}, others’ p95`,
    `${p95(load).toFixed(1)} ms, ${ratio.toFixed(2)} times`,
    ratio < goals.ratio,
    `below ${goals.ratio} times`,
  );
  const refused = failures(load);
  report(`${what}, others’ failures`, refused.join(', ') || 0, refused.length === 0, '0');
  const growth = peak - normal.megabytes;
  report(
    `${what}, memory growth`,
    `${growth.toFixed(0)} MB`,
    growth < goals.megabytes,
    `below ${goals.megabytes} MB`,
  );
}

/** A process that is ready to do it: what it costs to start one is not the clients’. Its end is what it has seen. */
async function prepare<Seen>(script: string, order: object): Promise<() => Promise<Seen>> {
  const child = fork(join(import.meta.dirname, script), { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return async () => {
    child.send(order);
    const [seen] = (await once(child, 'message')) as [Seen];
    return seen;
  };
}

/** The largest file that the server has. */
async function findBundle(url: string): Promise<string> {
  const page = await (await fetch(`${url}/api/docs`)).text();
  const [path] = /\/api\/docs\/static\/[^"']*bundle[^"']*\.js/.exec(page) ?? [];
  if (!path) throw new Error('There is no bundle.');
  return path;
}
