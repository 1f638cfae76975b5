import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type Config, migrationsFolder } from '#config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { joinEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { StartError } from '#platform/process/start-error.ts';
import { applyJobMigrations } from '#platform/jobs/jobs.ts';
import { applyMigrations } from '#platform/database/migrations.ts';

/** Exits with code 0, or with 1 and one line. */
export async function runCommand(main: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    return { command: positionals.join(' '), values };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
}

/** Uses a running embedded database, or starts it meanwhile. */
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
