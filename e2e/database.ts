import { Client } from 'pg';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';

/** Changes rows in the stories' database to those that an older version would have left. */
export async function runSql(text: string, values: unknown[]): Promise<void> {
  const { url } = await joinEmbeddedPostgres({ dataDir: process.env['E2E_DATA_DIR'] ?? '' });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}
