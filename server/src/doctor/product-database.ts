import type { Config } from '#config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { readCluster } from '#platform/database/embedded-postgres-cluster.ts';
import { joinEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';

/** The database as the server has it. */
export interface ProductDatabase {
  database: Database;
  /** Past a transaction pooler. */
  directUrl: string;
  isEmbedded: boolean;
  close: () => Promise<void>;
}

/**
 * Opens it; an embedded one that is at rest is started for the time. Resolves with undefined where the embedded one
 * is still to be made: the doctor makes nothing.
 */
export async function openProductDatabase(
  config: Config,
  onProgress: (message: string) => void,
): Promise<ProductDatabase | undefined> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined) {
    const database = openDatabase(databaseUrl, { isPooled: databaseUrl !== databaseDirectUrl });
    return { database, directUrl: databaseDirectUrl, isEmbedded: false, close: database.close };
  }
  if (!readCluster(dataDir)) return undefined;
  const embedded = await joinEmbeddedPostgres({ dataDir, onProgress });
  const database = openDatabase(embedded.url);
  return {
    database,
    directUrl: embedded.url,
    isEmbedded: true,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
