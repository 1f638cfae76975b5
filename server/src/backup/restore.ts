import { count } from 'contract/counts.ts';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { headOf, parseHead } from '#modules/audit/seal-chain.ts';
import { beginEpoch, sealRest, UntrustedSealError } from '#modules/audit/sealer.ts';
import { selectLastSeal } from '#modules/audit/seals.queries.ts';
import { checkAuditTrail } from '#modules/audit/verify.service.ts';
import { applyMigrationsWithin, lockMigrations, withConnection } from '#platform/database/migrations.ts';
import type { FileStore } from '#platform/files/files.ts';
import { applyJobMigrations } from '#platform/jobs/jobs.ts';
import { StartError } from '#platform/process/start-error.ts';
import type { Archive } from './archive-reader.ts';
import { addWaitingJobs, selectDefinitions, selectTables, type Table } from './catalog.queries.ts';
import type { Manifest } from './manifest.ts';
import { beginProgress } from './progress.ts';
import { refuseNonEmptyDatabase } from './refusals.ts';
import { copySettings, describeColumns, digestTable, unpackTable } from './table-copy.ts';

interface RestoreOptions {
  /** An empty database. Must not be a transaction pooler. */
  url: string;
  /** The keys that verify the audit trail. The first one seals it from now on. */
  sealKeys: readonly Buffer[];
  /** Whether a secret has proved the backup. The trail of an unproven one is marked for ever. */
  isProven: boolean;
  /** If undefined, the restore is only a check: no file is stored, and the database stays empty. */
  files: FileStore | undefined;
  /** The folder of the migrations. */
  folder: string;
  print: (line: string) => void;
  /** Called before each piece, so that the requests of a server on the same machine find a free core. */
  throttle?: () => Promise<void>;
}

/** The number of files that are stored in parallel. */
const filesAtOnce = 4;

/** Restores everything in one transaction, and compares every row before the commit. */
export async function restore(
  archive: Archive,
  { url, sealKeys, isProven, files, folder, print, throttle = async () => {} }: RestoreOptions,
): Promise<void> {
  const { manifest } = archive;
  return withConnection(url, async (client) => {
    await refuseNonEmptyDatabase(client, manifest);
    await applyJobMigrations(url);
    try {
      await client.query(`${copySettings}; BEGIN ISOLATION LEVEL READ COMMITTED`);
      await lockMigrations(client);
      await refuseNonEmptyDatabase(client, manifest);
      await restoreDatabase(client, archive, { folder, print, throttle });
      const fault = await continueTrail(client, sealKeys, isProven ? manifest.head : undefined);
      if (files) await putFiles(archive, files);
      if (files) await client.query('COMMIT');
      if (fault === undefined) return;
      throw new StartError(`The backup is restored, but its audit trail was not intact. ${fault}`);
    } finally {
      // The queue applies its migrations in transactions of its own.
      if (!files) await client.query('ROLLBACK; DROP SCHEMA IF EXISTS graphile_worker CASCADE');
    }
  });
}

async function restoreDatabase(
  client: ClientBase,
  { manifest, names, read }: Archive,
  { folder, print, throttle }: Required<Pick<RestoreOptions, 'folder' | 'print' | 'throttle'>>,
): Promise<void> {
  const contents = async function* (path: string) {
    for (const name of names.filter((entry) => entry.startsWith(path))) {
      await throttle();
      yield await read(name);
    }
  };
  // Parallel workers of PostgreSQL 15 and 16 cannot run a function that earlier versions have in an index.
  await client.query('SET LOCAL max_parallel_maintenance_workers = 0; SET LOCAL lock_timeout = 0');
  await applyMigrationsWithin(client, folder, new Set(manifest.migrations.map(({ name }) => name)));
  const tables = await selectTables(client);
  refuseOtherTables(tables, manifest);
  const definitions = await selectDefinitions(client);
  const all = tables.map(({ name }) => escapeIdentifier(name));
  const runAll = (statements: string[]) => client.query(statements.join(';\n'));

  await runAll(definitions.map(({ drop }) => drop).toReversed());
  await runAll(all.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER`));
  await client.query(`TRUNCATE ${all.join(', ')}`);
  for (const table of tables) {
    const { name } = table;
    await unpackTable(client, table, beginProgress(print, name), contents(`tables/${name}/`));
    const found = await digestTable(client, table, beginProgress(print, `${name}, read back`));
    if (!isDeepStrictEqual({ ...found, columns: describeColumns(table) }, manifest.tables[name])) {
      throw new StartError(`The table ${name} differs from the backup after it was restored.`);
    }
    print(`${name}: ${count(found.rows, 'row')}`);
  }
  await runAll(definitions.map(({ create }) => create));
  await runAll(all.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`));
  for (const [name, [value, isCalled]] of Object.entries(manifest.sequences)) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [escapeIdentifier(name), value, isCalled]);
  }
  const jobs = await text(Readable.from(contents('jobs.gz')).pipe(createGunzip()));
  await addWaitingJobs(client, `[${jobs.trim().replaceAll('\n', ',')}]`);
  await client.query('ANALYZE');
  await applyMigrationsWithin(client, folder);
}

/** With the same migrations, tables differ only if the file or the schema was changed by hand. */
function refuseOtherTables(tables: Table[], manifest: Manifest): void {
  const columns = new Map(tables.map((table) => [table.name, describeColumns(table)]));
  const name = [...columns.keys(), ...Object.keys(manifest.tables)].find(
    (table) => !isDeepStrictEqual(columns.get(table), manifest.tables[table]?.columns),
  );
  if (name === undefined) return;
  throw new StartError(
    `The columns of the table ${name} in the backup differ from those that the backup's migrations create.`,
  );
}

/**
 * Resolves to the fault of a trail that is not intact. Such a trail is not continued, unless nothing proves the backup:
 * then the next epoch says so, whatever the trail contains.
 */
async function continueTrail(
  client: ClientBase,
  keys: readonly Buffer[],
  /** Undefined for an unproven backup: its trail can only be compared with itself. */
  provenHead: string | null | undefined,
): Promise<string | undefined> {
  const isUnproven = provenHead === undefined;
  const head = isUnproven ? await readHead(client) : provenHead;
  try {
    await sealRest(client, keys, head);
  } catch (error) {
    if (error instanceof UntrustedSealError) return error.message;
    throw error;
  }
  const { fault } = await checkAuditTrail(
    { database: client, keys },
    head === null ? undefined : parseHead(head),
  );
  if (fault === undefined || isUnproven) await beginEpoch(client, keys, { isUnproven });
  return fault;
}

async function readHead(client: ClientBase): Promise<string | null> {
  const [last] = await selectLastSeal(client);
  return last ? headOf(last) : null;
}

async function putFiles({ names, read }: Archive, files: FileStore): Promise<void> {
  const stored = names.filter((name) => name.startsWith('files/'));
  for (let at = 0; at < stored.length; at += filesAtOnce) {
    const some = stored.slice(at, at + filesAtOnce);
    await Promise.all(some.map(async (name) => files.put(name.slice('files/'.length), await read(name))));
  }
}
