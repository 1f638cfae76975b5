/**
 * Backs up a database of PostgreSQL 15, the oldest supported version, restores it into the embedded PostgreSQL 18, and backs
 * that up and restores it into version 15 again. Every row must be the same. The 300,000 IP records are enough for
 * PostgreSQL to build the index of their IP addresses with parallel workers.
 *
 *     npx tsx bench/backup/versions.ts [IP records]
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { readArchive } from 'server/src/backup/archive-reader.ts';
import { startEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { runCommand } from 'server/test/run-command.ts';
import { signInPeople } from '../faults/people.ts';
import { benchSecret, makeServer, until } from '../faults/server.ts';
import { startWriting } from '../faults/writers.ts';
import { report } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const ipRecords = Number(process.argv[2] ?? 300_000);
const writes = 300;
const patienceMs = 120_000;

/** The settings of a server or a command. */
interface Place {
  DATABASE_URL: string;
  DATA_DIR: string;
}

const folder = createTemporaryFolder();
const older = await startDebianPostgres(15, folder);
const newer = await startEmbeddedPostgres({ dataDir: join(folder, 'embedded'), disposable: true });
const placeOf = (name: string, url: string): Place => ({ DATABASE_URL: url, DATA_DIR: join(folder, name) });
const first = placeOf('first', older.url);
const third = placeOf('third', older.urlOf('third'));
await fill(first);

const manifests = [await backUp(first, '15')];
for (const [place, from, to] of [
  [placeOf('second', newer.url), '15', '18'],
  [third, '18', '15 again'],
] as const) {
  console.log(await run(place, 'restore', join(folder, from)));
  manifests.push(await backUp(place, to));
}
const [before] = manifests;
for (const { postgres, tables, files, sequences } of manifests) {
  // A restore adds a seal.
  const { audit_seals: seals, ...others } = tables;
  const differing = Object.keys(others).filter(
    (name) => others[name]?.sha256 !== before?.tables[name]?.sha256,
  );
  const rows = Object.values(others).reduce((sum, table) => sum + table.rows, 0);
  const what = `PostgreSQL ${postgres}: ${rows} rows, ${files.count} images, ${seals?.rows} seals; tables that differ`;
  report(what, differing.join(', ') || 0, differing.length === 0, '0');
  const isSame = JSON.stringify([files, sequences]) === JSON.stringify([before?.files, before?.sequences]);
  report('images and sequences', isSame ? 'the same' : 'different', isSame, 'the same');
}
const verdict = (await run(third, 'audit', 'verify', '--head', before?.head ?? '')).split('\n').at(-1) ?? '';
report('the audit trail, by the first head', verdict, verdict === 'Intact.', 'Intact.');

const pool = new Pool({ connectionString: third.DATABASE_URL });
const rebuilt = await pool.query('REINDEX INDEX ip_records_address_idx').then(() => 'built', String);
await pool.end();
report(`the index of ${ipRecords} IP addresses, on 15 again`, rebuilt, rebuilt === 'built', 'built');
await newer.stop();
await older.stop();

/** Writes data of all kinds through the API, and rows that are hard to copy. */
async function fill(place: Place): Promise<void> {
  const server = await makeServer({ ...place });
  await server.start();
  const source = new Pool({ connectionString: place.DATABASE_URL });
  const [admin, ...people] = await signInPeople(server, source, 12);
  const { tally, acknowledged, end } = startWriting(server, admin, people);
  await until(() => acknowledged() >= writes, patienceMs, `${writes} writes`);
  await end();
  if (tally.wrong.length > 0) throw new Error(tally.wrong[0]);
  await until(() => isSealed(source), patienceMs, 'The last seal');
  // The log records of the last requests are written.
  await delay(1_000);
  await source.query(
    `INSERT INTO log_records (id, message, level, from_proxy)
     SELECT gen_random_uuid(), message, 'INFO', false FROM unnest($1::text[]) AS message`,
    [['tab\tand \\', 'line\nfeed', '\\N', '\\.', 'Ünï 😀', '']],
  );
  await source.query(
    `INSERT INTO ip_records (id, ip_address, action)
     SELECT gen_random_uuid(), '192.0.2.' || n % 256, 'login' FROM generate_series(1, $1::int) AS n`,
    [ipRecords],
  );
  await source.query('CREATE DATABASE third');
  await server.stop();
  await source.end();
}

async function isSealed(source: Pool): Promise<boolean> {
  const { rows } = await source.query<{ events: string }>(
    'SELECT (SELECT count(*) FROM audit_events) - (SELECT sum(events) FROM audit_seals) AS events',
  );
  return rows[0]?.events === '0';
}

async function backUp(place: Place, name: string) {
  const path = join(folder, name);
  await run(place, 'backup', path);
  const { manifest, close } = await readArchive(path);
  await close();
  return manifest;
}

/** Resolves to the output of a command of the product. */
async function run(place: Place, name: string, ...args: string[]): Promise<string> {
  const { code, output, errors } = await runCommand(name, args, { ...place, JWT_SECRET: benchSecret });
  if (code !== 0) throw new Error(`${name} ${args.join(' ')}: ${output}${errors}`);
  return output.trim();
}
