import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientBase, type DatabaseError } from 'pg';
import { StartError } from '#platform/process/start-error.ts';

interface Migration {
  name: string;
  script: string;
  checksum: string;
}

/** A row of the CLI's table, as far as it is read here. */
interface Entry {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** The key of Prisma's own advisory lock: schema-engine, `sql-schema-connector/src/flavour/postgres`. */
const advisoryLockKey = 72_707_369;
/** Another start may be applying the same migrations, which is worth waiting for. */
const lockTimeoutMs = 60_000;
const lockPollMs = 100;

/** For the tables that others use: whoever comes after the migration, such as every sign-in, queues behind it. */
const tableLockTimeoutMs = 2_000;
const connectTimeoutMs = 10_000;
const oldestServerVersion = 15;

/**
 * Brings the database to the state of `prisma/migrations` and resolves to the names of what it applied. It
 * takes the lock and writes the rows that `prisma migrate deploy` would, so that the CLI goes on from there.
 *
 * Unlike the CLI it applies a migration and its row in one transaction, wherever the script allows it: a process
 * killed in between leaves nothing behind that somebody would have to resolve by hand.
 *
 * Rejects with `StartError` if the server cannot be reached, is too old, has a migration that failed, or tables that
 * others hold, such as a backup.
 */
export async function applyMigrations(url: string, folder: string): Promise<string[]> {
  const client = await connect(url);
  const holder = await connect(url);
  try {
    await takeLock(holder);
    await client.query(createTable);
    const pending = findPending(readMigrations(folder), await readEntries(client));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = (error as Error).message;
    throw new StartError(`The migrations of ${withoutPassword(url)} cannot begin: ${reason}`, {
      cause: error,
    });
  } finally {
    await client.end();
    await holder.end();
  }
}

/**
 * The lock ends with the connection, also where that leads through a transaction pooler by mistake. Whoever waits
 * asks again and again, each time in a new transaction: CREATE INDEX CONCURRENTLY, under this very lock, waits for
 * the end of every transaction that it has once seen with a snapshot.
 */
async function takeLock(holder: Client): Promise<void> {
  for (const giveUpAt = Date.now() + lockTimeoutMs; ; await delay(lockPollMs)) {
    await beginOpenTransaction(holder);
    const { rows } = await holder.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${advisoryLockKey}) AS taken`,
    );
    if (rows[0]?.taken) return;
    await holder.query('ROLLBACK');
    if (Date.now() > giveUpAt) throw new Error('another start has been at them for a minute');
  }
}

interface MigrationState {
  /** What the next start will apply. */
  pending: string[];
  /** What a newer version of the program has applied. */
  unknown: string[];
}

/** Compares the database with `prisma/migrations` and changes nothing. Rejects as `applyMigrations` does. */
export async function compareMigrations(url: string, folder: string): Promise<MigrationState> {
  const client = await connect(url);
  try {
    const { rows: tables } = await client.query<{ found: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found",
    );
    const entries = tables[0]?.found ? await readEntries(client) : [];
    const migrations = readMigrations(folder);
    const known = new Set(migrations.map(({ name }) => name));
    return {
      pending: findPending(migrations, entries).map(({ name }) => name),
      unknown: entries.map(({ migration_name }) => migration_name).filter((name) => !known.has(name)),
    };
  } finally {
    await client.end();
  }
}

async function readEntries(client: Client): Promise<Entry[]> {
  const { rows } = await client.query<Entry>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

/** The address without its password, for messages. */
export function withoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** Which of the two variables has the address, its reader knows. */
const nameOf = (url: string) => `The database ${withoutPassword(url)} (DATABASE_URL or DATABASE_DIRECT_URL)`;

/** In one line: the database, without its password, what it does not do, and why. */
export function databaseStartError(url: string, failure: string, cause: unknown): StartError {
  const reason = cause instanceof AggregateError ? cause.errors.map(String).join(', ') : String(cause);
  const text = `${nameOf(url)} ${failure}: ${reason}`;
  return new StartError(text.replace(/\s+/g, ' '), { cause });
}

/** Rejects with `StartError` if nobody answers there, or too old a server. */
export async function reachDatabase(url: string): Promise<void> {
  const client = await connect(url);
  await client.end();
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // Without a listener a connection that breaks would crash the process; the query under way rejects as well.
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

/** As in schema-engine, `sql-migration-persistence`. */
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

/** In the order of their names, which begin with a timestamp. */
function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) throw new StartError(`The folder of the migrations, ${folder}, is missing.`);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const script = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function findPending(migrations: Migration[], entries: Entry[]): Migration[] {
  const failed = entries.find(({ finished_at }) => finished_at === null);
  if (failed) {
    throw new StartError(
      `The migration ${failed.migration_name} failed before. Repair the database, then mark it with ` +
        `npm run db -- migrate resolve --applied (or --rolled-back) ${failed.migration_name}`,
    );
  }
  const checksums = new Map(entries.map(({ migration_name, checksum }) => [migration_name, checksum]));
  const changed = migrations.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
  if (changed) {
    throw new StartError(
      `The migration ${changed.name} was changed after it had been applied. Bring its file back as it was; ` +
        'what it should do besides needs a migration of its own.',
    );
  }
  return migrations.filter(({ name }) => !checksums.has(name));
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { name, script } = migration;
  const atomic = !needsOwnTransaction.test(script);
  try {
    if (atomic) await client.query(`BEGIN; SET LOCAL lock_timeout = ${tableLockTimeoutMs}`);
    const id = await insertEntry(client, migration);
    // One simple query may hold many statements.
    await client.query(script);
    await client.query(
      'UPDATE _prisma_migrations SET applied_steps_count = 1, finished_at = clock_timestamp() WHERE id = $1',
      [id],
    );
    if (atomic) await client.query('COMMIT');
  } catch (error) {
    const { code, message } = error as DatabaseError;
    throw new StartError(
      code === lockNotAvailable
        ? `The migration ${name} needs tables that others hold, such as a backup. Start again when they are done.`
        : `The migration ${name} failed: ${message}`,
      { cause: error },
    );
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockNotAvailable = '55P03';

/** Scripts that control transactions themselves, or hold a statement that PostgreSQL refuses inside of one. */
const needsOwnTransaction = /\bCONCURRENTLY\b|^\s*BEGIN;/im;

async function insertEntry(client: Client, { name, checksum }: Migration): Promise<string> {
  const id = randomUUID();
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())',
    [id, checksum, name],
  );
  return id;
}

/**
 * Begins a transaction that holds advisory locks for as long as its connection. Behind a transaction pooler it
 * keeps one session, where a session lock would leak to other clients. No server timeout ends it. Between
 * statements it holds no snapshot, provided they are sent without `values`, which would leave a portal open.
 */
async function beginOpenTransaction(client: ClientBase): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}
