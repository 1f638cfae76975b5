import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, inject, vi } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the migrated database from which the database of each test file is cloned. */
    templateUrl: string;
  }
}

export interface TestDatabase extends Database {
  url: string;
}

/** Creates a database for one test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const templateUrl = new URL(inject('templateUrl'));
  const template = templateUrl.pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onMaintenanceDatabase(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  templateUrl.pathname = `/${name}`;
  // On a busy machine, requests in parallel may wait longer for a connection than users would.
  const database = openDatabase(templateUrl.href, { connectTimeoutMs: 60_000 });
  return {
    ...database,
    url: templateUrl.href,
    close: async () => {
      await database.close();
      await onMaintenanceDatabase(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
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

/** The statements that the work sends. Those with which a connection begins are no part of it: it may need a new one. */
export async function statementsOf(work: () => PromiseLike<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls
      .map(([statement]) => textOf(statement))
      .filter((text) => !text.startsWith('SET TIME ZONE'));
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

async function onMaintenanceDatabase(statement: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
