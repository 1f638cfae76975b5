/**
 * Disks that run full: of stored files, of the database, of the log, of temporary files, and at a start. Does the app
 * say so clearly, keep what it acknowledged, and go on once there is room?
 *
 *     npx tsx bench/faults/disk-full.ts
 *
 * The disks are memory file systems of their own, so it needs root on Linux. The database is looked through with
 * PostgreSQL's amcheck afterwards: every row and every index.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { updateUser } from 'contract/users/users.ts';
import { Pool } from 'pg';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import sharp from 'sharp';
import { openLedger } from './ledger.ts';
import { type ApiResponse, call, createPeople, type Person, send, signIn } from './people.ts';
import { makeServer, percentile, report, type Server, until } from './server.ts';
import { mountDisk, type SmallDisk } from './small-disk.ts';
import { fullLog } from './full-log.ts';
import { checkCluster } from './whole-cluster.ts';

const writers = 8;
const fullSeconds = 15;
const normalAgainSeconds = 10;

const folder = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const canMount = mountDisk(join(folder, 'trial'), 1);
if (!canMount) process.exit(1);
canMount.unmount();
const disks: SmallDisk[] = [];
try {
  await storedFiles();
  await database();
  await firstStart();
  await fullLog(mount('log', 1), join(folder, 'log-app'));
} finally {
  for (const disk of disks) disk.unmount();
  await rm(folder, { recursive: true, force: true });
}

function mount(name: string, megabytes: number): SmallDisk {
  const disk = mountDisk(join(folder, name), megabytes);
  if (!disk) throw new Error('No disk.');
  disks.push(disk);
  return disk;
}

/** The folder of images is full, and so is the one of temporary files, which nothing needs. */
async function storedFiles(): Promise<void> {
  console.log('\nthe disk of stored files and the one of temporary files');
  const dataDir = join(folder, 'files-app');
  const files = mount('files-app/files', 4);
  const temporary = mount('temporary', 1);
  temporary.fill();
  const server = await makeServer({ DATA_DIR: dataDir, TMPDIR: temporary.folder });
  await server.start();
  const { pool, people } = await openPeople(dataDir, 2);
  const [person, other] = people;
  if (!person || !other) throw new Error('No people.');
  for (const one of people) await signIn(server, one);
  const stateOf = async () => {
    const { rows } = await pool.query<object>(
      'SELECT users.*, files.key FROM users LEFT JOIN files ON files.user_id = users.id WHERE users.id = $1',
      [person.id],
    );
    return JSON.stringify(rows);
  };
  const first = await sendImage(server, person, 40);
  report('an upload before', first.status, first.status === 200, '200');
  const before = await stateOf();
  files.fill();
  const full = await sendImage(server, person, 512);
  reportRefusal('an upload to the full disk', full);
  report('rows changed by it', before === (await stateOf()) ? 0 : 1, before === (await stateOf()), '0');
  const drafts = await filesIn(files.folder, (name) => name.endsWith('.new'));
  report('half files left by it', drafts.length, drafts.length === 0, '0');
  const text = await call(server, other, 'PUT', profileOf(other), { phone_number: '+4915112345678' });
  report('a change without an image meanwhile', text.status, text.status === 200, '200');
  files.free();
  const after = await sendImage(server, person, 512);
  report('an upload once there is room', after.status, after.status === 200, '200');
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM files');
  const stored = await filesIn(files.folder, (name) => name.endsWith('.webp'));
  const missing = rows.filter(({ key }) => !stored.includes(key.split('/').at(-1) ?? ''));
  report('images of users that are not stored', missing.length, missing.length === 0, '0');
  await pool.end();
  await server.stop();
}

/** Writers go on while the disk of the database runs full, and until it has room again. */
async function database(): Promise<void> {
  console.log('\nthe disk of the database');
  const disk = mount('database-app', 400);
  const server = await makeServer({ DATA_DIR: disk.folder, LOG_LEVEL: 'error' });
  await server.start();
  const { pool, people } = await openPeople(disk.folder, writers);
  const [first] = people;
  if (!first) throw new Error('No people.');
  for (const person of people) await signIn(server, person);
  const ledger = openLedger();
  const responses = new Map<string, number>();
  const bodies = new Map<number, ApiResponse>();
  const times: number[] = [];
  const end = new AbortController();
  const writing = people.map(async (person) => {
    for (let turn = 0; !end.signal.aborted; turn++) {
      const value = `+49151${String(turn).padStart(8, '0')}`;
      ledger.attempt(person.id, value);
      const begin = performance.now();
      const response = await call(server, person, 'PUT', profileOf(person), { phone_number: value }).catch(
        () => undefined,
      );
      times.push(performance.now() - begin);
      const status = response?.status ?? 0;
      responses.set(String(status), (responses.get(String(status)) ?? 0) + 1);
      if (response) bodies.set(status, response);
      if (status === 200) ledger.acknowledge(person.id, value);
      // A 503 may have come after the commit, so it says nothing of the write.
      else await delay(50);
    }
  });
  await delay(1_000);
  disk.fill();
  // What the database writes ahead fills its last segment, and the next one finds no room.
  const pressure = (async () => {
    for (const pressureEnd = performance.now() + fullSeconds * 1000; performance.now() < pressureEnd;) {
      await pool
        .query(`SELECT pg_logical_emit_message(false, 'bench', repeat('x', 1000000))`)
        .catch(() => delay(100));
    }
  })();
  await pressure;
  const stopLine = /Declassified stops.*/.exec(server.output())?.[0];
  if (stopLine === undefined) console.log('       the app is there');
  else {
    report('the app ended, with', stopLine, stopLine.includes('No space left'), 'says that there is no room');
    await server.kill();
    await server.start().catch(() => {});
    reportLastLine('a start meanwhile ends with', server.output());
  }
  disk.free();
  const begin = performance.now();
  if (stopLine !== undefined) {
    await server.kill();
    await server.start();
  }
  await pool.end();
  await until(async () => (await tryToWrite(server, first)) === 200, 60_000, 'The way back');
  const seconds = (performance.now() - begin) / 1000;
  report(
    'writes again after there is room',
    `${seconds.toFixed(1)} s`,
    seconds < normalAgainSeconds,
    `below ${normalAgainSeconds} s`,
  );
  await delay(1_000);
  end.abort();
  await Promise.all(writing);
  const list = [...responses]
    .map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
    .join(', ');
  const isClear = [...responses.keys()].every((status) =>
    ['200', '503', ...(stopLine ? ['0'] : [])].includes(status),
  );
  report('answers', list, isClear, 'only 200 and 503, or none once it has ended');
  const refusal = bodies.get(503);
  if (refusal) reportRefusal('a write to the full disk', refusal);
  console.log(`       the slowest ${percentile(times, 1).toFixed(0)} ms`);
  const { pool: newPool } = await openPeople(disk.folder, 0);
  const { rows } = await newPool.query<{ id: string; phone_number: string }>(
    'SELECT id, phone_number FROM users',
  );
  const lost = ledger.differences(new Map(rows.map((row) => [row.id, row.phone_number])));
  report(`lost of ${responses.get('200') ?? 0} acknowledged writes`, lost.length, lost.length === 0, '0');
  await newPool.end();
  await server.stop();
  const { faults, indexes } = await checkCluster(disk.folder);
  report(
    `broken rows, or entries of ${indexes} indexes`,
    faults.join(' | ') || 0,
    faults.length === 0 && indexes > 100,
    '0',
  );
}

/** There never was room enough; then there is. */
async function firstStart(): Promise<void> {
  for (const megabytes of [0.05, 20]) {
    console.log(`\na first start with ${megabytes} MB`);
    const disk = mount(`start-${megabytes}`, 200);
    disk.fill(megabytes);
    const server = await makeServer({ DATA_DIR: disk.folder, LOG_LEVEL: 'error' });
    const refusal = await server.start().then(
      () => 'it started',
      () => server.output().trim(),
    );
    reportLastLine('ends with', refusal);
    disk.free();
    await server.kill();
    const took = await server.start().catch((error: unknown) => String(error));
    report(
      'a start with room',
      typeof took === 'number' ? `${(took / 1000).toFixed(1)} s` : took,
      typeof took === 'number' && took < 10_000,
      'below 10 s',
    );
    await server.stop();
  }
}

async function openPeople(dataDir: string, count: number): Promise<{ pool: Pool; people: Person[] }> {
  const { url } = await joinEmbeddedPostgres({ dataDir });
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => {});
  return { pool, people: await createPeople(pool, count) };
}

function profileOf({ id }: Person): string {
  return updateUser.url.replace(':userId', id);
}

/** 0 where there is no answer. */
function tryToWrite(server: Server, person: Person): Promise<number> {
  return call(server, person, 'PUT', profileOf(person), { country_name: 'Germany' }).then(
    ({ status }) => status,
    () => 0,
  );
}

async function sendImage(server: Server, person: Person, side: number): Promise<ApiResponse> {
  const image = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('user_image', new Blob([new Uint8Array(image)]), 'image.png');
  return send(server, 'PUT', profileOf(person), {
    body: form,
    headers: { authorization: `Bearer ${person.access}` },
  });
}

function reportRefusal(what: string, { status, body, retryAfter }: ApiResponse): void {
  const isClear = status === 503 && body.code === 'unavailable' && retryAfter !== null;
  report(what, `${status} ${body.code}: ${body.msg}`, isClear, '503 with Retry-After');
}

/** What a start prints that fails. */
function reportLastLine(what: string, output: string): void {
  const lines = output.trim().split('\n');
  const last = lines.at(-1) ?? '';
  const isClear = /^Declassified can't start: .*([Nn]o space left|disk)/.test(last);
  const hasTrace = lines.some((line) => /^\s+at /.test(line));
  report(what, last, isClear && !hasTrace, 'says that there is no room, in one line');
}

async function filesIn(path: string, isOne: (name: string) => boolean): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  return names.filter(isOne).map((name) => name.split('/').at(-1) ?? '');
}
