// Replaces the server in tests that kill it: it runs an embedded PostgreSQL and prints its URL.
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', disposable: true });
process.stdout.write(`${url}\n`);
