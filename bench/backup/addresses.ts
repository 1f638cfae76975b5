/**
 * 300,000 IP records on PostgreSQL 15, the oldest that is supported: the migration that makes the index of their
 * addresses, a REINDEX, and a pg_restore, each with as many workers as PostgreSQL likes.
 *
 *     npx tsx bench/backup/addresses.ts
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { applyMigrations } from 'server/src/platform/database/migrations.ts';
import { report } from '../faults/server.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const records = 300_000;
const migrations = 'prisma/migrations';
const withIndex = '20261122050000_audit_trail';

const folder = mkdtempSync(join(tmpdir(), 'declassified-bench-'));
const postgres = await startDebianPostgres(15, folder);
const client = new Client({ connectionString: postgres.url });
await client.connect();

const earlier = join(folder, 'migrations');
mkdirSync(earlier);
for (const name of readdirSync(migrations).filter((entry) => entry < withIndex)) {
  cpSync(join(migrations, name), join(earlier, name), { recursive: true });
}
await applyMigrations(postgres.url, earlier);
await client.query(
  `INSERT INTO ip_records (id, ip_address, action)
   SELECT gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'unknown' ELSE '192.0.2.' || n % 256 END, 'login'
   FROM generate_series(1, $1::int) AS n`,
  [records],
);
await client.query('VACUUM ANALYZE ip_records');

await judge('the migration', () => applyMigrations(postgres.url, migrations));
await judge('REINDEX', () => client.query('REINDEX INDEX ip_records_address_idx'));
await client.query('CREATE DATABASE copy');
await judge('pg_restore', async () => {
  const dump = join(folder, 'dump');
  run('pg_dump', ['--format=custom', `--file=${dump}`, postgres.url]);
  const copy = Object.assign(new URL(postgres.url), { pathname: '/copy' }).href;
  run('pg_restore', ['--exit-on-error', `--dbname=${copy}`, dump]);
});

await client.end();
await postgres.stop();
rmSync(folder, { recursive: true });

async function judge(what: string, work: () => Promise<unknown>): Promise<void> {
  const failure = await work().then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  report(`${what} over ${records} records`, failure ?? 'done', failure === undefined, 'done');
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(join(postgres.programs, program), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr.trim()}`);
}
