/**
 * From PostgreSQL 15, the oldest that is supported, to the embedded 18 and back to 15: is every row the same? With 300,000
 * IP records, from which PostgreSQL builds the index of their addresses with parallel workers where it may.
 *
 *     npx tsx bench/backup/versions.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { readArchive } from 'server/src/backup/archive-reader.ts';
import { startEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { report } from '../faults/server.ts';
import { folderOf, runAt, serve, write } from './content.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const writes = 300;
const ipRecords = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'declassified-bench-'));
const older = await startDebianPostgres(15, folder);
const newer = await startEmbeddedPostgres({ dataDir: join(folder, 'embedded'), disposable: true });
const first = { url: older.url, dataDir: folderOf(folder, 'first') };
const second = { url: newer.url, dataDir: folderOf(folder, 'second') };

const { server, pool, people, admin } = await serve(first, 12);
await write(server, admin, people, pool, writes);
await pool.query(
  `INSERT INTO log_records (id, message, level, from_proxy)
   SELECT gen_random_uuid(), message, 'INFO', false FROM unnest($1::text[]) AS message`,
  [['tab\tand \\', 'line\nfeed', '\\N', '\\.', 'Ünï 😀', '']],
);
await pool.query(
  `INSERT INTO ip_records (id, ip_address, action)
   SELECT gen_random_uuid(), '192.0.2.' || n % 256, 'login' FROM generate_series(1, $1::int) AS n`,
  [ipRecords],
);
await pool.query('CREATE DATABASE third');
await server.stop();
await pool.end();
const third = {
  url: older.urlOf('third'),
  dataDir: folderOf(folder, 'third'),
};

const seen = [await backUp(first, '15')];
for (const [place, from, to] of [
  [second, '15', '18'],
  [third, '18', '15 again'],
] as const) {
  console.log(await runAt(place, 'restore', join(folder, from)));
  seen.push(await backUp(place, to));
}
const [before] = seen;
for (const { postgres, tables, files, sequences } of seen) {
  const { audit_seals: seals, ...others } = tables;
  const { audit_seals: _, ...wanted } = before?.tables ?? {};
  const differing = Object.keys(wanted).filter((name) => others[name]?.sha256 !== wanted[name]?.sha256);
  const rows = Object.values(others).reduce((sum, table) => sum + table.rows, 0);
  const what = `PostgreSQL ${postgres}: ${rows} rows, ${files.count} images, ${seals?.rows} seals; tables that differ`;
  report(what, differing.join(', ') || 0, differing.length === 0, '0');
  const isSame = JSON.stringify([files, sequences]) === JSON.stringify([before?.files, before?.sequences]);
  report('images and sequences', isSame ? 'the same' : 'others', isSame, 'the same');
}
const verdict = await runAt(third, 'audit', 'verify', '--head', before?.head ?? '');
const last = verdict.split('\n').at(-1) ?? '';
report('the trail, by the first head', last, last === 'Intact.', 'Intact.');

const client = new Client({ connectionString: third.url });
await client.connect();
const rebuilt = await client.query('REINDEX INDEX ip_records_address_idx').then(() => 'built', String);
await client.end();
report(`the index of ${ipRecords} addresses, on 15 again`, rebuilt, rebuilt === 'built', 'built');

await newer.stop();
await older.stop();
rmSync(folder, { recursive: true });

async function backUp(place: typeof first, name: string) {
  const path = join(folder, name);
  await runAt(place, 'backup', path);
  const { manifest, close } = await readArchive(path);
  await close();
  return manifest;
}
