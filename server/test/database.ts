import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, inject, vi } from 'vitest';
import { openChannels } from '#platform/database/channels.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { emptyDatabase, persistentUrl, type InitialState, readInitialState } from './emptied-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the migrated database from which the databases of the tests are cloned. */
    templateUrl: string;
  }
}

export interface TestDatabase extends Database {
  url: string;
}

interface Clone {
  url: string;
  initial: InitialState;
  /** Open for all files that use the clone: each new connection would read the system catalogs anew. */
  connected: Database;
}

/** The databases of this worker that no test uses, empty like new ones: to make one takes five times as long. */
const unused: Clone[] = [];

/** A database like the migrated template for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clone = unused.pop() ?? (await cloneTemplate());
  const { url, initial, connected } = clone;
  // The subscribers end with the file.
  const channels = openChannels(url);
  return {
    ...connected,
    subscribe: channels.subscribe,
    url,
    close: async () => {
      await channels.close();
      if (await onDatabase(url, (client) => emptyDatabase(client, initial))) unused.push(clone);
      else await connected.close();
    },
  };
}

/** The template's set-up drops the clones of all workers. */
async function cloneTemplate(): Promise<Clone> {
  const url = new URL(inject('templateUrl'));
  const template = url.pathname.slice(1);
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  url.pathname = '/postgres';
  await onDatabase(url.href, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  url.pathname = `/${name}`;
  const initial = await onDatabase(url.href, readInitialState);
  // On a busy machine, requests in parallel may wait longer for a connection than users would.
  const connected = openDatabase(persistentUrl(url), { connectTimeoutMs: 60_000 });
  return { url: url.href, initial, connected };
}

/** The same for all tests of a file. It is closed after them. */
export function useTestDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => void Object.assign(database, await createTestDatabase()));
  afterAll(() => database.close());
  return database;
}

/** Every row of every table as text, which is the content of a backup. */
export async function dump({ pool }: Database): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t ORDER BY 1`);
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

const textOf = (statement: string | { text: string }) =>
  typeof statement === 'string' ? statement : statement.text;

/**
 * The statements that the work sends. Those with which a connection begins are no part of it: it may need a new one. Nor is
 * the ping of the notifications every 10 seconds.
 */
export async function statementsOf(work: () => PromiseLike<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls
      .map(([statement]) => textOf(statement))
      .filter((text) => !text.startsWith('SET TIME ZONE') && text !== 'SELECT 1');
  } finally {
    query.mockRestore();
  }
}

/** The number of statements that wait for the end of another transaction. */
export async function waitingForLocks({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

async function onDatabase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
