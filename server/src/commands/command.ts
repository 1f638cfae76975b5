import { parseArgs, type ParseArgsConfig } from 'node:util';
import { upgradeDatabase } from '#backup/upgrade.ts';
import type { Config } from '#platform/config/config.ts';
import { migrationsFolder } from '#root-folders.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { reasonOf } from '#platform/database/database-start-error.ts';
import { joinEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { StartError } from '#platform/process/start-error.ts';
import { applyJobMigrations } from '#platform/jobs/jobs.ts';
import { compareMigrations } from '#platform/database/migrations.ts';

/** Exits with code 0, or prints one line and exits with code 1. */
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
    return { command: positionals.join(' '), positionals, values };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
}

/** Uses a running embedded database, or starts it for the time of `work`, which gets a URL that bypasses a pooler. */
export async function withDatabaseUrl(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const { databaseDirectUrl, dataDir } = config;
  const embedded = databaseDirectUrl
    ? undefined
    : await joinEmbeddedPostgres({ dataDir, onProgress: console.error });
  try {
    await work(databaseDirectUrl ?? embedded?.url ?? '');
  } finally {
    await embedded?.stop();
  }
}

/** Applies the migrations of this version first. */
export async function withDatabase(
  config: Config,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  await withDatabaseUrl(config, async (url) => {
    await upgradeDatabase(config, url, console.error);
    await applyJobMigrations(url);
    await withOpenDatabase(url, work);
  });
}

/** Writes nothing, so that a standby is sufficient. */
export async function withReadDatabase(
  config: Config,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  await withDatabaseUrl(config, async (url) => {
    const [missing] = (await compareMigrations(url, migrationsFolder)).pending;
    if (missing !== undefined) {
      throw new StartError(
        `The database lacks the migration ${missing}. Start the server of this version first.`,
      );
    }
    await withOpenDatabase(url, work);
  });
}

async function withOpenDatabase(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(url);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Reports every failure in one line. */
export async function reportInOneLine(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}
