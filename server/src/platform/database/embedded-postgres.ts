import { DataFolderInUseError, lockDataFolder } from './data-folder-lock.ts';
import {
  appName,
  checkVersion,
  type Cluster,
  clusterOwner,
  createCluster,
  makeTraversableFolder,
  readCluster,
} from './embedded-postgres-cluster.ts';
import { defaultOwner, findPrograms, oneLine } from './embedded-postgres-programs.ts';
import { readPort, startServer } from './embedded-postgres-server.ts';
import { existsSync } from 'node:fs';
import { StartError } from '#platform/process/start-error.ts';

export interface EmbeddedPostgres {
  /** The URL for the app's role, which is no superuser and owns the database. */
  url: string;
  /** Stops the server and unlocks the data folder. Idempotent. */
  stop: () => Promise<void>;
  /** Resolves when the server has ended: to undefined after `stop`, otherwise to the reason in one line. */
  exited: Promise<string | undefined>;
}

interface EmbeddedPostgresOptions {
  /** Absolute. Created if missing. */
  dataDir: string;
  /** For tests and shadow databases: faster, not durable, and the app's role may create databases. */
  disposable?: boolean;
  /** The URL of this process, for the message of another start that finds the folder in use. */
  publicUrl?: string;
  onProgress?: (message: string) => void;
}

/**
 * Starts the packaged PostgreSQL with its data under `dataDir`. If this process is killed, the server shuts down.
 * Rejects with `DataFolderInUseError` if another process uses the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new StartError(`The disk of DATA_DIR is full: ${message}. Free space on it and start again.`, {
        cause: error,
      });
    }
    if (!path || !['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
      throw error;
    throw new StartError(`DATA_DIR cannot be used by this user: ${message}.`);
  }
}

/** For commands: uses the PostgreSQL of a server that runs on this data folder, otherwise starts one until `stop`. */
export async function joinEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    const cluster = error instanceof DataFolderInUseError && readCluster(options.dataDir);
    const port = cluster && readPort(cluster);
    if (!cluster || !port) throw error;
    return { url: urlOf(cluster, port), stop: async () => {} };
  }
}

async function start({
  dataDir,
  disposable = false,
  publicUrl,
  onProgress = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const newOwner = defaultOwner();
  // An existing folder keeps its permissions.
  if (!existsSync(dataDir)) makeTraversableFolder(dataDir, newOwner);
  const unlock = lockDataFolder(dataDir, publicUrl);
  try {
    const programs = findPrograms(dataDir, newOwner && (clusterOwner(dataDir) ?? newOwner));
    let cluster = readCluster(dataDir);
    if (!cluster) {
      onProgress('Creating the database ...');
      cluster = await createCluster(dataDir, programs, disposable);
    }
    checkVersion(cluster, programs);
    const server = await startServer(cluster, programs, disposable);
    let isStopRequested = false;
    const exited = server.exited.then((log) => {
      unlock();
      return isStopRequested ? undefined : `The embedded PostgreSQL has ended: ${oneLine(log)}`;
    });
    const stop = async () => {
      isStopRequested = true;
      await server.stop();
      await exited;
    };
    return { url: urlOf(cluster, server.port), stop, exited };
  } catch (error) {
    unlock();
    throw error;
  }
}

const urlOf = ({ appPassword }: Cluster, port: number) =>
  `postgresql://${appName}:${appPassword}@127.0.0.1:${port}/${appName}`;
