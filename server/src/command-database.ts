import { type Config, migrationsFolder } from '#config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { joinEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { applyJobMigrations } from '#platform/jobs/jobs.ts';
import { applyMigrations } from '#platform/database/migrations.ts';

/** The server's database, for commands beside it or without it; an embedded one that is stopped is started meanwhile. */
export async function withDatabase(
  config: Config,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const { databaseDirectUrl, dataDir } = config;
  const embedded = databaseDirectUrl
    ? undefined
    : await joinEmbeddedPostgres({ dataDir, onProgress: console.error });
  const url = databaseDirectUrl ?? embedded?.url ?? '';
  try {
    await applyMigrations(url, migrationsFolder);
    await applyJobMigrations(url);
    const database = openDatabase(url);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
