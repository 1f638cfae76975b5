/**
 * A backup and a restore of 1,000,000 records, against `pg_dump` and `pg_restore` of the same rows; with 10,000 images,
 * how much memory either takes, there and with 1,000 records, and what others notice of a backup meanwhile.
 *
 *     npx tsx bench/backup/speed.ts [records] [images]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { migrationsFolder } from 'server/src/root-folders.ts';
import { openFileFolder } from 'server/src/platform/files/files-folder.ts';
import { applyMigrations } from 'server/src/platform/database/migrations.ts';
import { childEnvironment } from 'server/test/child-environment.ts';
import { percentile, report } from '../faults/server.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const images = Number(process.argv[3] ?? 10_000);
const few = 1_000;
const secret = 'only this bench uses what this secret signs';
const mebibyte = 2 ** 20;
const probeEveryMs = 20;
const restMs = 5_000;
const turns = 3;

const folder = mkdtempSync(join(tmpdir(), 'declassified-bench-'));
const postgres = await startDebianPostgres(15, folder);
const admin = new Client({ connectionString: postgres.url });
await admin.connect();

const small = await fill('small', few, 10);
const large = await fill('large', records, images);

// What filling them has left to write is not of this.
await admin.query('CHECKPOINT');
const smallBackup = await command('backup', 'small', [join(folder, 'small.backup')]);
const smallRestore = await restore('small', 'small.backup');
let backup = { seconds: 0, mebibytes: 0 };
let dump = { seconds: 0, mebibytes: 0 };
const waits: Record<'normal' | 'backup' | 'dump', number[]> = { normal: [], backup: [], dump: [] };
// In turns, because other work on the machine may change meanwhile.
for (let turn = 0; turn < turns; turn++) {
  waits.normal.push(...(await probe(small, () => delay(restMs))));
  const during = await probe(small, async () => {
    backup = await command('backup', 'large', [join(folder, 'large.backup')]);
  });
  waits.backup.push(...during);
  waits.normal.push(...(await probe(small, () => delay(restMs))));
  const duringDump = await probe(small, async () => {
    dump = await measure(join(postgres.programs, 'pg_dump'), [
      '--format=custom',
      `--file=${join(folder, 'dump')}`,
      large,
    ]);
  });
  waits.dump.push(...duringDump);
}
const whole = await restore('large', 'large.backup');
// Rows against rows: PostgreSQL's programs know nothing of the images.
const rowsOnly = await command('backup', 'large', [join(folder, 'rows.backup'), '--without-files']);
const restored = await restore('large', 'rows.backup');
await admin.query('CREATE DATABASE peer');
const peer = await measure(
  join(postgres.programs, 'pg_restore'),
  ['--exit-on-error', `--dbname=${postgres.urlOf('peer')}`, join(folder, 'dump')],
  { PGOPTIONS: '-c max_parallel_maintenance_workers=0' },
);

// Without what the command itself takes to start and to end.
const backupSeconds = rowsOnly.seconds - smallBackup.seconds;
const bytes = statSync(join(folder, 'large.backup')).size;
console.log(`${records} records, ${images} images, ${Math.round(bytes / mebibyte)} MiB`);
console.log(
  `backup ${rowsOnly.seconds.toFixed(1)} s, with images ${backup.seconds.toFixed(1)} s, pg_dump ${dump.seconds.toFixed(1)} s`,
);
console.log(
  `restore ${restored.seconds.toFixed(1)} s, with images ${whole.seconds.toFixed(1)} s, pg_restore ${peer.seconds.toFixed(1)} s`,
);
const rate = dump.seconds / backupSeconds;
report("rate of a backup, of pg_dump's", rate.toFixed(2), rate >= 0.5, '0.5');
const share = restored.seconds / peer.seconds;
report("a restore's time, of pg_restore's", share.toFixed(2), share <= 2, '2');
reportMemory('a backup', backup.mebibytes, smallBackup.mebibytes, 150);
reportMemory('a restore', whole.mebibytes, smallRestore.mebibytes, 220);
const p95 = (values: number[]) => percentile(values, 0.95);
const slower = p95(waits.backup) / p95(waits.normal);
const ofDump = p95(waits.dump) / p95(waits.normal);
console.log(
  `others' p95 ${p95(waits.normal).toFixed(2)} ms, during pg_dump ${ofDump.toFixed(2)} times (${p95(waits.dump).toFixed(2)} ms)`,
);
report("others' p95 during a backup, of normal", slower.toFixed(2), slower <= 2, '2');

await admin.end();
await postgres.stop();
rmSync(folder, { recursive: true });

function reportMemory(what: string, there: number, withFew: number, goal: number): void {
  report(`memory of ${what}`, `${Math.round(there)} MB`, there < goal, `below ${goal} MB`);
  const more = there - withFew;
  report(`more than with ${few} records`, `${Math.round(more)} MB`, more <= 50, '50 MB');
}

/** People, records of each kind in the order in which they come, and images. */
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
    JWT_SECRET: secret,
  });
}

/** How long a program takes, and the most memory that it held. */
async function measure(program: string, args: string[], variables: Record<string, string> = {}) {
  const begin = performance.now();
  const child = spawn(program, args, {
    env: childEnvironment(variables),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  let kilobytes = 0;
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const look = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 100);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(look);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${errors}`);
  return { seconds: (performance.now() - begin) / 1_000, mebibytes: kilobytes / 1_024 };
}

/** The milliseconds that commits of others take meanwhile. */
async function probe(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const times: number[] = [];
  const stopping = new AbortController();
  const asking = async () => {
    while (!stopping.signal.aborted) {
      const begin = performance.now();
      await client.query('UPDATE users SET date_updated = now() WHERE username = $1', ['user1']);
      times.push(performance.now() - begin);
      await delay(probeEveryMs);
    }
  };
  const asked = asking();
  await work();
  stopping.abort();
  await asked;
  await client.end();
  return times;
}
