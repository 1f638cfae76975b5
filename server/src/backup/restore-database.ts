import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { type ClientBase, escapeIdentifier } from 'pg';
import { applyMigrationsWithin, lockMigrations } from '#platform/database/migrations.ts';
import { StartError } from '#platform/process/start-error.ts';
import type { ReadArchive } from './archive-reader.ts';
import { addWaitingJobs, selectDefinitions, selectTables } from './catalog.queries.ts';
import type { Manifest } from './manifest.ts';
import { beginProgress, count } from './progress.ts';
import { refuseUsedDatabase } from './refusals.ts';
import { copySettings, describeColumns, digestTable, unpackTable } from './table-copy.ts';

interface RestoreDatabaseOptions {
  /** The folder of the migrations. */
  folder: string;
  print: (line: string) => void;
  /** Runs in the transaction before the rows become visible. Resolves to a fault in them, if there is one. */
  beforeCommit: () => Promise<string | undefined>;
}

type Tables = Awaited<ReturnType<typeof selectTables>>;

const jobsAtOnce = 500;

/** Restores in one transaction, which compares every row at its end. The tables of the job queue must exist. */
export async function restoreDatabase(
  client: ClientBase,
  archive: ReadArchive,
  { folder, print, beforeCommit }: RestoreDatabaseOptions,
): Promise<string | undefined> {
  const { manifest } = archive;
  await client.query(`${copySettings}; BEGIN ISOLATION LEVEL READ COMMITTED`);
  await lockMigrations(client);
  await refuseUsedDatabase(client, manifest);
  // Parallel workers of PostgreSQL 15 and 16 cannot run a function that earlier versions have in an index.
  await client.query('SET LOCAL max_parallel_maintenance_workers = 0; SET LOCAL lock_timeout = 0');
  await applyMigrationsWithin(client, folder, new Set(manifest.migrations.map(({ name }) => name)));
  const tables = await selectTables(client);
  refuseOtherTables(tables, manifest);
  const definitions = await selectDefinitions(client);
  const names = tables.map(({ name }) => escapeIdentifier(name));
  const runAll = (statements: string[]) => client.query(statements.join(';\n'));

  await runAll(definitions.map(({ drop }) => drop).toReversed());
  await runAll(names.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER`));
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const table of tables) {
    const { name } = table;
    await unpackTable(client, table, beginProgress(print, name), archive.contents(`tables/${name}`));
    const found = await digestTable(client, table, beginProgress(print, `${name}, read back`));
    const wanted = manifest.tables[name];
    if (found.rows !== wanted?.rows || found.bytes !== wanted.bytes || found.sha256 !== wanted.sha256) {
      throw new StartError(`The table ${name} differs from the backup after it was restored.`);
    }
    print(`${name}: ${count(found.rows, 'row')}`);
  }
  await runAll(definitions.map(({ make }) => make));
  await runAll(names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`));
  for (const [name, [value, isCalled]] of Object.entries(manifest.sequences)) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [escapeIdentifier(name), value, isCalled]);
  }
  await addJobs(client, archive);
  await client.query('ANALYZE');
  await applyMigrationsWithin(client, folder);
  const fault = await beforeCommit();
  await client.query('COMMIT');
  return fault;
}

/** With the same migrations, tables differ only if the file or the schema was changed by hand. */
function refuseOtherTables(tables: Tables, manifest: Manifest): void {
  const restored = new Map(tables.map((table) => [table.name, JSON.stringify(describeColumns(table))]));
  const wanted = new Map(
    Object.entries(manifest.tables).map(([name, { columns }]) => [name, JSON.stringify(columns)]),
  );
  const differing = [...restored.keys(), ...wanted.keys()].find(
    (name) => restored.get(name) !== wanted.get(name),
  );
  if (differing === undefined) return;
  throw new StartError(
    `The columns of the table ${differing} in the backup differ from those that the backup's migrations create.`,
  );
}

async function addJobs(client: ClientBase, archive: ReadArchive): Promise<void> {
  const unpacked = Readable.from(archive.contents('jobs.gz')).pipe(createGunzip());
  const lines = (await readText(unpacked)).split('\n').filter(Boolean);
  for (let at = 0; at < lines.length; at += jobsAtOnce) {
    await addWaitingJobs(client, `[${lines.slice(at, at + jobsAtOnce).join(',')}]`);
  }
}
