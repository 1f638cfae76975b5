import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lockDataFolder } from '#platform/database/data-folder-lock.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { StartError } from '#platform/process/start-error.ts';

/** Runs a PostgreSQL of its own beside the file, and removes it. */
export async function withScratchDatabase(path: string, work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = resolve(`${path}.check-database`);
  // The database of a check that was killed. That of a running check is locked.
  if (existsSync(dataDir)) lockDataFolder(dataDir)();
  await rm(dataDir, { recursive: true, force: true });
  const { url, stop } = await startEmbeddedPostgres({ dataDir, disposable: true }).catch((error: unknown) => {
    throw new StartError(`${(error as Error).message} For a check, name an empty database with --into URL.`, {
      cause: error,
    });
  });
  try {
    await work(url);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
