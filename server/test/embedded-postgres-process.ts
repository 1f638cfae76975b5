// Stands for the server in tests that kill it: holds an embedded PostgreSQL and prints its address.
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', disposable: true });
process.stdout.write(`${url}\n`);
