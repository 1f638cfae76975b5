import { Client } from 'pg';
import { passesNotifications } from '#platform/database/pg-listener.ts';
import { failed, type Finding, ok } from './finding.ts';
import type { ProductDatabase } from './product-database.ts';

/** Whether LISTEN works, which belongs to one connection. Without it jobs are polled for, which is not as it should be. */
export async function checkNotifications({ database, directUrl }: ProductDatabase): Promise<Finding[]> {
  const listener = new Client({ connectionString: directUrl, connectionTimeoutMillis: 3_000 });
  // Without a listener a connection that breaks would crash the process; the query under way rejects as well.
  listener.on('error', () => {});
  try {
    await listener.connect();
    if (await passesNotifications(listener, database.pool)) return [ok('come through')];
    return [
      failed(
        'do not come through, as with a transaction pooler: jobs are looked for every 2 s only. ' +
          'Let DATABASE_DIRECT_URL lead past the pooler.',
      ),
    ];
  } finally {
    await listener.end();
  }
}
