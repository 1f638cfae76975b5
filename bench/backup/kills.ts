/**
 * What ends a backup or a restore in the middle: kills (SIGKILL) at many moments, a database that goes, no room for the file.
 *
 *     npx tsx bench/backup/kills.ts [records]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { migrationsFolder } from 'server/src/root-folders.ts';
import { sha256 } from 'server/src/backup/manifest.ts';
import { applyMigrations } from 'server/src/platform/database/migrations.ts';
import { childEnvironment } from 'server/test/child-environment.ts';
import { report, reportNone, until } from '../faults/server.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const records = Number(process.argv[2] ?? 100_000);
const restoreKills = 20;
const backupKills = 10;
/** A limit of 1 MiB for a file stands for a full disk. */
const limited = ['sh', '-c', 'ulimit -f 2048 && exec "$0" "$@"'];
const patienceMs = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'declassified-bench-'));
const postgres = await startDebianPostgres(15, folder);
const admin = new Client({ connectionString: postgres.url });
await admin.connect();
const file = join(folder, 'source.backup');
await admin.query('CREATE DATABASE source');
await applyMigrations(postgres.urlOf('source'), migrationsFolder);
const source = new Client({ connectionString: postgres.urlOf('source') });
await source.connect();
await source.query(
  `INSERT INTO users (id, username, email, password_hash)
   SELECT gen_random_uuid(), 'user' || n, 'user' || n || '@example.org', '' FROM generate_series(1, 1000) AS n`,
);
await source.query(
  `INSERT INTO log_records (id, message, level, from_proxy)
   SELECT gen_random_uuid(), md5(n::text), 'INFO', false FROM generate_series(1, $1::int) AS n`,
  [records],
);

const backupMs = await time(() => end(start('backup', 'source', [file])));
let hash = sha256(readFileSync(file));
let changed = 0;
for (let kill = 1; kill <= backupKills; kill++) {
  const wasKilled = await killAt((backupMs * kill) / (backupKills + 1), 'backup', 'source', [file]);
  const found = sha256(readFileSync(file));
  if (wasKilled && found !== hash) changed++;
  hash = found;
}
reportNone(`files changed by ${backupKills} killed backups`, changed);

await admin.query('CREATE DATABASE target');
const restoreMs = await time(() => end(start('restore', 'target', [file])));
let notEmpty = 0;
let early = 0;
await makeAnew();
for (let kill = 1; kill <= restoreKills; kill++) {
  const wasKilled = await killAt((restoreMs * kill) / (restoreKills + 1), 'restore', 'target', [file]);
  if (!wasKilled) {
    early++;
    await makeAnew();
  } else if (await hasUsers()) notEmpty++;
}
reportNone(`databases not empty after ${restoreKills - early} killed restores`, notEmpty);
const again = await end(start('restore', 'target', [file]));
report('the same command once more ends with', again.code ?? 'a signal', again.code === 0, '0');

await makeAnew();
await refusesInOneLine('a restore whose database goes', async () => {
  const ended = end(start('restore', 'target', [file]));
  await endCopy('target');
  return ended;
});
report('and leaves users', Number(await hasUsers()), !(await hasUsers()), '0');
await refusesInOneLine('a backup whose database goes', async () => {
  const ended = end(start('backup', 'source', [file]));
  await endCopy('source');
  return ended;
});
const small = mkdtempSync(join(folder, 'small-'));
const there = join(small, 'a.backup');
writeFileSync(there, 'the former');
await refusesInOneLine('a backup that has no room', () => end(start('backup', 'source', [there], limited)));
const left = readdirSync(small).join(', ');
const isFormer = left === 'a.backup' && readFileSync(there, 'utf8') === 'the former';
report('and leaves', left, isFormer, 'a.backup, the former');

await source.end();
await admin.end();
await postgres.stop();
rmSync(folder, { recursive: true });

function start(name: string, database: string, args: string[], shell: string[] = []): ChildProcess {
  const [program = '', ...rest] = [...shell, process.execPath, `server/dist/${name}-command.js`, ...args];
  return spawn(program, rest, {
    env: childEnvironment({
      DATABASE_URL: postgres.urlOf(database),
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: 'only this bench uses what this secret signs',
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function end(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors };
}

async function time(work: () => Promise<{ code: number | null; errors: string }>): Promise<number> {
  const begin = performance.now();
  const { code, errors } = await work();
  if (code !== 0) throw new Error(errors);
  return performance.now() - begin;
}

/** False where it was done before. */
async function killAt(ms: number, name: string, database: string, args: string[]): Promise<boolean> {
  const child = start(name, database, args);
  const ended = end(child);
  await Promise.race([ended, delay(ms)]);
  child.kill('SIGKILL');
  return (await ended).code === null;
}

async function makeAnew(): Promise<void> {
  await admin.query('DROP DATABASE target WITH (FORCE)');
  await admin.query('CREATE DATABASE target');
}

async function hasUsers(): Promise<boolean> {
  const client = new Client({ connectionString: postgres.urlOf('target') });
  await client.connect();
  const { rows } = await client.query<{ found: boolean }>(`SELECT to_regclass('users') IS NOT NULL AS found`);
  const users = rows[0]?.found ? (await client.query('SELECT FROM users LIMIT 1')).rows.length : 0;
  await client.end();
  return users > 0;
}

/** In the middle of the largest table. */
async function endCopy(database: string): Promise<void> {
  const isEnded = async () => {
    const { rows } = await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND query LIKE 'COPY %log_records%' AND state = 'active'`,
      [database],
    );
    return rows.length > 0;
  };
  await until(isEnded, patienceMs, 'The COPY');
}

async function refusesInOneLine(what: string, work: () => Promise<{ code: number | null; errors: string }>) {
  const { code, errors } = await work();
  const last = errors.trim().split('\n').at(-1) ?? '';
  const isLine = code === 1 && / failed: /.test(last) && !/^\s+at /m.test(errors);
  report(`${what} says`, last, isLine, 'why, in one line');
}
