import { Client } from 'pg';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';

/** A connection to the stories' database, for rows that the app would write slowly, or that an older version would have left. */
export async function inDatabase(work: (client: Client) => Promise<unknown>): Promise<void> {
  const { url } = await joinEmbeddedPostgres({ dataDir: process.env['E2E_DATA_DIR'] ?? '' });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export const runSql = (text: string, values: unknown[]) => inDatabase((client) => client.query(text, values));
