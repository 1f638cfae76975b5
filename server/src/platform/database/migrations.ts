import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import { StartError } from '#platform/process/start-error.ts';
import { databaseStartError, nameOf, reasonOf, startAdvice } from './database-start-error.ts';
import { isConflict } from './database.ts';

interface Migration {
  name: string;
  script: string;
  checksum: string;
}

interface AppliedMigration {
  name: string;
  checksum: string;
}

/** A part of a row in the table of Prisma's CLI. */
interface Entry extends AppliedMigration {
  finished_at: Date | null;
}

/** The key of Prisma's own advisory lock: schema-engine, `sql-schema-connector/src/flavour/postgres`. */
const advisoryLockKey = 72_707_369;
/** Another start may be applying the same migrations. */
const startLockTimeoutMs = 60_000;
/**
 * Requests that use a table wait behind a migration that waits for it. Shorter than PostgreSQL's `deadlock_timeout` of
 * 1 s, so that the migration gives way and no request is ended.
 */
const tableLockTimeoutMs = 500;
const retryPauseMs = 1_000;
/** How long a migration tries again while other transactions use its tables. */
const defaultPatienceMs = 30_000;
const connectTimeoutMs = 10_000;
const oldestServerVersion = 15;

/**
 * Applies the migrations of `prisma/migrations` that are pending, and resolves to their names. It takes the same
 * lock and writes the same rows as `prisma migrate deploy`, but each migration shares a transaction with its row: a
 * process that is killed leaves nothing that must be resolved by hand.
 */
export async function applyMigrations(
  url: string,
  folder: string,
  { patienceMs = defaultPatienceMs } = {},
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const applied: string[] = [];
  return withConnection(url, async (client) => {
    for (;;) {
      const name = await applyNext(client, migrations, performance.now() + patienceMs);
      if (name === undefined) return applied;
      applied.push(name);
    }
  });
}

/** Undefined if none is pending. Tries again until `deadline` while other transactions use its tables. */
async function applyNext(client: Client, migrations: Migration[], deadline: number) {
  let name: string | undefined;
  try {
    // The lock ends with the transaction, also behind a transaction pooler.
    await client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${startLockTimeoutMs};
       SELECT pg_advisory_xact_lock(${advisoryLockKey}); SET LOCAL lock_timeout = ${tableLockTimeoutMs};
       -- Parallel workers of PostgreSQL 15 and 16 cannot run the functions that the first migrations index.
       SET LOCAL max_parallel_maintenance_workers = 0`,
    );
    await client.query(createTable);
    const [migration] = (await compareFinished(client, migrations)).pending;
    if (migration) {
      ({ name } = migration);
      await lockTablesOf(client, migration);
      await runMigration(client, migration);
    }
    await client.query('COMMIT');
    return migration?.name;
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (isConflict(error) && performance.now() < deadline) {
      await client.query('ROLLBACK');
      await delay(retryPauseMs);
      return applyNext(client, migrations, deadline);
    }
    const reason = isConflict(error)
      ? 'a backup or another start has locked a table that it changes. Start again when that has ended.'
      : reasonOf(error);
    const what =
      name === undefined ? 'The table of the migrations cannot be used' : `The migration ${name} failed`;
    throw new StartError(`${what}: ${reason}${startAdvice(client, error)}`, { cause: error });
  }
}

/**
 * Locks the tables that the script names, itself or by an index, before it changes any of them: in one order, in which
 * requests take them as well (`sessions` before `users`). Otherwise a request that waits for one of them could have
 * another that the script needs later. A mention in a function is enough.
 */
async function lockTablesOf(client: ClientBase, { script }: Migration): Promise<void> {
  const words = new Set(script.replace(/--.*/g, '').match(/\w+/g));
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT format('%I', changed.relname) AS name
     FROM pg_class AS named LEFT JOIN pg_index ON indexrelid = named.oid
          JOIN pg_class AS changed ON changed.oid = coalesce(indrelid, named.oid)
     WHERE named.relnamespace = current_schema()::regnamespace AND named.relname = ANY ($1)
       AND changed.relkind IN ('r', 'p')
     ORDER BY name`,
    [[...words]],
  );
  if (rows.length === 0) return;
  await client.query(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE`);
}

async function runMigration(client: ClientBase, { name, script, checksum }: Migration): Promise<void> {
  // One simple query may contain many statements.
  await client.query(script);
  await client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/** Until the transaction ends, no start can apply migrations, and so none can create its superuser. */
export async function lockMigrations(client: ClientBase): Promise<void> {
  await client.query(
    `SET LOCAL lock_timeout = ${startLockTimeoutMs}; SELECT pg_advisory_xact_lock(${advisoryLockKey})`,
  );
}

/** Runs in the transaction of the caller, which has the lock. Applies the named migrations, or all. */
export async function applyMigrationsWithin(
  client: ClientBase,
  folder: string,
  names?: ReadonlySet<string>,
): Promise<void> {
  await client.query(createTable);
  const { pending } = await compareFinished(client, readMigrations(folder));
  for (const migration of pending) {
    if (names === undefined || names.has(migration.name)) await runMigration(client, migration);
  }
}

/** The migrations that succeeded. Empty before the first start. */
export async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  const entries = (await readEntries(client)).filter(({ finished_at }) => finished_at !== null);
  return entries.map(({ name, checksum }) => ({ name, checksum }));
}

interface Comparison {
  pending: Migration[];
  /** The names of those that this version does not have. */
  unknown: string[];
  /** The name of the first with different content. */
  changed: string | undefined;
}

/** Both are sorted by name. */
export function compareApplied(applied: AppliedMigration[], migrations: Migration[]): Comparison {
  const known = new Set(migrations.map(({ name }) => name));
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  return {
    pending: migrations.filter(({ name }) => !checksums.has(name)),
    unknown: applied.map(({ name }) => name).filter((name) => !known.has(name)),
    changed: migrations.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum)?.name,
  };
}

/** Changes nothing. Resolves to the names of what the next start will apply, and what a newer version has applied. */
export async function compareMigrations(
  url: string,
  folder: string,
): Promise<{ pending: string[]; unknown: string[] }> {
  return withConnection(url, async (client) => {
    const { pending, unknown } = await compareFinished(client, readMigrations(folder));
    return { pending: pending.map(({ name }) => name), unknown };
  });
}

/** Sorted by name. Empty before the first start. */
async function readEntries(client: ClientBase): Promise<Entry[]> {
  const { rows: tables } = await client.query("SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL");
  if (tables.length === 0) return [];
  const { rows } = await client.query<Entry>(
    `SELECT migration_name AS name, checksum, finished_at FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows;
}

/** Rejects with `StartError` if the server cannot be reached or is too old. */
export async function withConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  // Without a listener a broken connection would crash the process. The query in progress rejects as well.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw databaseStartError(url, 'cannot be reached', error);
  }
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version,
            current_setting('server_encoding') AS encoding`,
  );
  const [server] = rows;
  if (server && server.version >= oldestServerVersion && server.encoding === 'UTF8') return client;
  await client.end();
  throw new StartError(
    `${nameOf(url)} must be in UTF8 on PostgreSQL ${oldestServerVersion} ` +
      `or newer, and is in ${server?.encoding} on ${server?.version}.`,
  );
}

/** The same statement as in schema-engine, `sql-migration-persistence`. */
const createTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** Sorted by name. Names begin with a timestamp. */
export function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) throw new StartError(`The folder of the migrations, ${folder}, is missing.`);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const script = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Throws `StartError` if a migration failed before, or was changed after it had been applied. */
async function compareFinished(client: ClientBase, migrations: Migration[]): Promise<Comparison> {
  const entries = await readEntries(client);
  const failed = entries.find(({ finished_at }) => finished_at === null);
  if (failed) {
    throw new StartError(
      `The migration ${failed.name} failed before. Repair the database, then mark it with ` +
        `npm run db -- migrate resolve --applied (or --rolled-back) ${failed.name}`,
    );
  }
  const comparison = compareApplied(entries, migrations);
  if (comparison.changed !== undefined) {
    throw new StartError(
      `The migration ${comparison.changed} was changed after it had been applied. Restore its file, ` +
        'and put further changes into a new migration.',
    );
  }
  return comparison;
}
