/**
 * A backup beside a server that erases accounts and replaces images, and beside 500 writes a second: is it whole, and can
 * it be restored?
 *
 *     npx tsx bench/backup/writes.ts [records]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { deleteUser, updateUser } from 'contract/users/users.ts';
import { openFileFolder } from 'server/src/platform/files/files-folder.ts';
import { readArchive } from 'server/src/backup/archive-reader.ts';
import { picture } from 'server/test/images.ts';
import { call, type Person } from '../faults/people.ts';
import { report, reportNone } from '../faults/server.ts';
import { folderOf, runAt, serve } from './content.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const writesPerSecond = 500;
const writeEveryMs = 10;
const replacing = 20;
const erased = 20;

const folder = mkdtempSync(join(tmpdir(), 'declassified-bench-'));
const postgres = await startDebianPostgres(15, folder);
const source = { url: postgres.url, dataDir: folderOf(folder, 'source') };
const target = { url: postgres.urlOf('target'), dataDir: folderOf(folder, 'target') };
const file = join(folder, 'a.backup');
const image = await picture(640, 480).png().toBuffer();
const { server, pool, people, admin } = await serve(source, replacing + erased);
for (const person of people) await upload(person);
await pool.query(
  `INSERT INTO log_records (id, message, level, from_proxy)
   SELECT gen_random_uuid(), md5(n::text), 'INFO', false FROM generate_series(1, $1::int) AS n`,
  [records],
);
const accounts = await countUsers(source.url);

const stopping = new AbortController();
const done = { writes: 0, images: 0, accounts: 0 };
const begin = performance.now();
const others = [write(), replace(), erase()];
const line = await runAt(source, 'backup', file);
const seconds = (performance.now() - begin) / 1_000;
stopping.abort();
await Promise.all(others);
console.log(line);
const rate = Math.round(done.writes / seconds);
report('writes a second meanwhile', rate, rate >= 0.9 * writesPerSecond, String(writesPerSecond));
report('images replaced meanwhile', done.images, done.images > 0, 'some');
report('accounts erased meanwhile', done.accounts, done.accounts > 0, 'some');

await pool.query('CREATE DATABASE target');
console.log(await runAt(target, 'restore', file));
const verdict = (await runAt(target, 'audit', 'verify')).split('\n').at(-1) ?? '';
report('the restored trail', verdict, verdict === 'Intact.', 'Intact.');
// The snapshot is taken when some accounts may have gone, and none of them half.
const restored = await countUsers(target.url);
const isBetween = restored <= accounts && restored >= accounts - done.accounts;
report('accounts', restored, isBetween, `${accounts - done.accounts} to ${accounts}`);
const { manifest, close } = await readArchive(file);
await close();
const { without, images } = await findRowsWithoutImage();
const unexplained = without.filter((key) => !manifest.files.missing.includes(key)).length;
reportNone(
  `of ${images} images, without a file and not named as missing (${manifest.files.missing.length} are)`,
  unexplained,
);

await server.stop();
await pool.end();
await postgres.stop();
rmSync(folder, { recursive: true });

async function upload(person: Person): Promise<void> {
  const form = new FormData();
  form.set('user_image', new Blob([new Uint8Array(image)]), 'image.png');
  const { status, body } = await call(
    server,
    person,
    'PUT',
    updateUser.url.replace(':userId', person.id),
    form,
  );
  if (status !== 200) throw new Error(`An upload was answered ${status} ${body.msg}`);
}

async function write(): Promise<void> {
  const writers = new Pool({ connectionString: source.url, max: 4 });
  const pending: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let due = 0; !stopping.signal.aborted; await delay(writeEveryMs)) {
    for (; due < ((performance.now() - startedAt) / 1_000) * writesPerSecond; due++) {
      const statement = `INSERT INTO log_records (id, message, level, from_proxy)
                         VALUES (gen_random_uuid(), 'meanwhile', 'INFO', false)`;
      pending.push(writers.query(statement).then(() => done.writes++));
    }
  }
  await Promise.all(pending);
  await writers.end();
}

async function replace(): Promise<void> {
  for (let turn = 0; !stopping.signal.aborted; turn++) {
    const person = people[turn % replacing];
    if (person) await upload(person);
    done.images++;
  }
}

async function erase(): Promise<void> {
  for (const { id } of people.slice(replacing)) {
    if (stopping.signal.aborted) return;
    const { status, body } = await call(server, admin, 'DELETE', deleteUser.url.replace(':id', id));
    if (status >= 300) throw new Error(`An erasure was answered ${status} ${body.msg}`);
    done.accounts++;
    await delay(100);
  }
}

async function countUsers(url: string): Promise<number> {
  return Number((await select<{ count: string }>(url, 'SELECT count(*) FROM users'))[0]?.count);
}

async function select<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

async function findRowsWithoutImage(): Promise<{ without: string[]; images: number }> {
  const store = openFileFolder({
    folder: join(target.dataDir, 'files'),
    signingKeys: [],
    baseUrl: '',
    signedUrlSeconds: 1,
  });
  const rows = await select<{ key: string }>(target.url, 'SELECT key FROM files');
  const lacking: string[] = [];
  for (const { key } of rows) if (!(await store.read(key))) lacking.push(key);
  return { without: lacking, images: rows.length };
}
