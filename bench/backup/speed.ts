/**
 * Compares a backup and a restore of 1,000,000 records with `pg_dump` and `pg_restore` of the same rows. Also measures the
 * memory of both commands with 10,000 images, and how much longer the commits of other clients take during a backup.
 *
 *     npx tsx bench/backup/speed.ts [records] [images]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { migrationsFolder } from 'server/src/root-folders.ts';
import { openFileFolder } from 'server/src/platform/files/files-folder.ts';
import { applyMigrations } from 'server/src/platform/database/migrations.ts';
import { childEnvironment } from 'server/test/child-environment.ts';
import { benchSecret } from '../faults/server.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { report } from '../report.ts';
import { percentile } from '../median.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const images = Number(process.argv[3] ?? 10_000);
const few = 1_000;
const mebibyte = 2 ** 20;
const probeEveryMs = 20;
const quietMs = 5_000;
const turns = 3;

const folder = createTemporaryFolder();
const postgres = await startDebianPostgres(15, folder);
const admin = new Client({ connectionString: postgres.url });
await admin.connect();

const small = await fill('small', few, 10);
const large = await fill('large', records, images);

// Otherwise the first measurement would include writing the filled tables to disk.
await admin.query('CHECKPOINT');
const smallBackup = await command('backup', 'small', [join(folder, 'small.backup')]);
const smallRestore = await restore('small', 'small.backup');
let backup = { seconds: 0, mebibytes: 0 };
let dump = { seconds: 0, mebibytes: 0 };
const waits: Record<'normal' | 'backup' | 'dump', number[]> = { normal: [], backup: [], dump: [] };
// In turns, because the load of the machine may change.
for (let turn = 0; turn < turns; turn++) {
  waits.normal.push(...(await probe(small, () => delay(quietMs))));
  const during = await probe(small, async () => {
    backup = await command('backup', 'large', [join(folder, 'large.backup')]);
  });
  waits.backup.push(...during);
  waits.normal.push(...(await probe(small, () => delay(quietMs))));
  const duringDump = await probe(small, async () => {
    dump = await measure(join(postgres.programs, 'pg_dump'), [
      '--format=custom',
      `--file=${join(folder, 'dump')}`,
      large,
    ]);
  });
  waits.dump.push(...duringDump);
}
const restoredAll = await restore('large', 'large.backup');
// Without the images, because PostgreSQL's programs do not copy them.
const rowsOnly = await command('backup', 'large', [join(folder, 'rows.backup'), '--without-files']);
const restored = await restore('large', 'rows.backup');
await admin.query('CREATE DATABASE peer');
const peer = await measure(
  join(postgres.programs, 'pg_restore'),
  ['--exit-on-error', `--dbname=${postgres.urlOf('peer')}`, join(folder, 'dump')],
  { PGOPTIONS: '-c max_parallel_maintenance_workers=0' },
);

// Without the time that the command takes to start and to end.
const backupSeconds = rowsOnly.seconds - smallBackup.seconds;
const bytes = statSync(join(folder, 'large.backup')).size;
console.log(`${records} records, ${images} images, ${Math.round(bytes / mebibyte)} MiB`);
console.log(
  `backup ${rowsOnly.seconds.toFixed(1)} s, with images ${backup.seconds.toFixed(1)} s, pg_dump ${dump.seconds.toFixed(1)} s`,
);
console.log(
  `restore ${restored.seconds.toFixed(1)} s, with images ${restoredAll.seconds.toFixed(1)} s, pg_restore ${peer.seconds.toFixed(1)} s`,
);
const rate = dump.seconds / backupSeconds;
report("rate of a backup, as a ratio to pg_dump's", rate.toFixed(2), rate >= 0.5, '0.5');
const share = restored.seconds / peer.seconds;
report("time of a restore, as a ratio to pg_restore's", share.toFixed(2), share <= 2, '2');
reportMemory('a backup', backup.mebibytes, smallBackup.mebibytes, 150);
reportMemory('a restore', restoredAll.mebibytes, smallRestore.mebibytes, 220);
const p95 = (values: number[]) => percentile(values, 0.95);
const slower = p95(waits.backup) / p95(waits.normal);
const ofDump = p95(waits.dump) / p95(waits.normal);
console.log(
  `95th percentile of other commits ${p95(waits.normal).toFixed(2)} ms, during pg_dump ${ofDump.toFixed(2)} times (${p95(waits.dump).toFixed(2)} ms)`,
);
report(
  '95th percentile of other commits during a backup, as a ratio to normal',
  slower.toFixed(2),
  slower <= 2,
  '2',
);

await admin.end();
await postgres.stop();

function reportMemory(what: string, withAll: number, withFew: number, goal: number): void {
  report(`memory of ${what}`, `${Math.round(withAll)} MB`, withAll < goal, `below ${goal} MB`);
  const more = withAll - withFew;
  report(`in addition to the memory with ${few} records`, `${Math.round(more)} MB`, more <= 50, '50 MB');
}

/** Creates users, then records of each kind in the order of their creation, then images. */
async function fill(name: string, count: number, files: number): Promise<string> {
  await admin.query(`CREATE DATABASE ${name}`);
  const url = postgres.urlOf(name);
  await applyMigrations(url, migrationsFolder);
  const client = new Client({ connectionString: url });
  await client.connect();
  const store = openFileFolder({
    folder: join(folder, name, 'files'),
    signingKeys: [],
    baseUrl: '',
    signedUrlSeconds: 1,
  });
  await client.query(
    `INSERT INTO users (id, username, email, password_hash)
     SELECT gen_random_uuid(), 'user' || n, 'user' || n || '@example.org', '' FROM generate_series(1, $1::int) AS n`,
    [Math.max(files, count / 10)],
  );
  await client.query(
    `INSERT INTO ip_records (id, user_id, ip_address, action)
     SELECT gen_random_uuid(), id, '192.0.2.' || n % 256, 'login'
     FROM (SELECT id, row_number() OVER () AS n FROM users, generate_series(1, 5)) AS u LIMIT $1`,
    [count / 2],
  );
  await client.query(
    `INSERT INTO log_records (id, message, level, from_proxy)
     SELECT gen_random_uuid(), 'user' || n || ' signed in.', 'INFO', false FROM generate_series(1, $1::int) AS n`,
    [count / 2],
  );
  const { rows } = await client.query<{ key: string }>(
    `INSERT INTO files (key, user_id, size_bytes)
     SELECT 'images/' || gen_random_uuid() || '.webp', id, 20000 FROM users LIMIT $1 RETURNING key`,
    [files],
  );
  for (const { key } of rows) await store.put(key, Buffer.alloc(20_000, key));
  await client.query('VACUUM ANALYZE');
  await client.end();
  return url;
}

async function restore(name: string, file: string) {
  await admin.query(`DROP DATABASE IF EXISTS ${name}_copy`);
  await admin.query(`CREATE DATABASE ${name}_copy`);
  return command('restore', `${name}_copy`, [join(folder, file)]);
}

function command(name: string, database: string, args: string[]) {
  return measure(process.execPath, [`server/dist/${name}-command.js`, ...args], {
    DATABASE_URL: postgres.urlOf(database),
    DATA_DIR: join(folder, database),
    JWT_SECRET: benchSecret,
  });
}

/** Measures how long a program runs, and its peak resident set size. */
async function measure(program: string, args: string[], variables: Record<string, string> = {}) {
  const begin = performance.now();
  const child = spawn(program, args, {
    env: childEnvironment(variables),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  let kilobytes = 0;
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 100);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${errors}`);
  return { seconds: (performance.now() - begin) / 1_000, mebibytes: kilobytes / 1_024 };
}

/** Measures the milliseconds that the commits of another client take during the work. */
async function probe(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const times: number[] = [];
  const stopping = new AbortController();
  const commitRepeatedly = async () => {
    while (!stopping.signal.aborted) {
      const begin = performance.now();
      await client.query('UPDATE users SET date_updated = now() WHERE username = $1', ['user1']);
      times.push(performance.now() - begin);
      await delay(probeEveryMs);
    }
  };
  const committing = commitRepeatedly();
  await work();
  stopping.abort();
  await committing;
  await client.end();
  return times;
}
