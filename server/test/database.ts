import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test file's own database is cloned from. */
    templateUrl: string;
  }
}

export interface TestDatabase extends Database {
  url: string;
}

/** A database of its own for one test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const templateUrl = new URL(inject('templateUrl'));
  const template = templateUrl.pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onMaintenanceDatabase(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  templateUrl.pathname = `/${name}`;
  const database = openDatabase(templateUrl.href);
  return {
    ...database,
    url: templateUrl.href,
    close: async () => {
      await database.close();
      await onMaintenanceDatabase(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
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
