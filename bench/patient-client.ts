import { Client, type Pool } from 'pg';

/** A connection outside the pool, because the pool cancels statements that take long. */
export async function connectPatiently(pool: Pool): Promise<Client> {
  const client = new Client({ connectionString: pool.options.connectionString });
  await client.connect();
  return client;
}
