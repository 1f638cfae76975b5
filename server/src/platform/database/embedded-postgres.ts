import { DataFolderInUseError, lockDataFolder } from './data-folder-lock.ts';
import {
  appName,
  checkVersion,
  type Cluster,
  clusterOwner,
  createCluster,
  makePassable,
  readCluster,
} from './embedded-postgres-cluster.ts';
import { defaultOwner, findPrograms, oneLine } from './embedded-postgres-programs.ts';
import { readPort, startServer } from './embedded-postgres-server.ts';
import { existsSync } from 'node:fs';
import { StartError } from '#platform/process/start-error.ts';

export interface EmbeddedPostgres {
  /** Of the app's role, which is no superuser and owns the database `declassified`. */
  url: string;
  /** Stops the server and gives the data folder free; safe to call twice. */
  stop: () => Promise<void>;
  /** Resolves when the server has ended: with undefined after `stop`, else with why, in one line. */
  exited: Promise<string | undefined>;
}

interface EmbeddedPostgresOptions {
  /** Absolute; made if missing. The cluster is kept in `postgres` under it. */
  dataDir: string;
  /** For tests and shadow databases: faster, not durable, and the app role may create databases. */
  disposable?: boolean;
  /** What this process serves, for whoever finds the folder in use. */
  address?: string;
  onProgress?: (message: string) => void;
}

/**
 * Starts the PostgreSQL that comes with the packages, with its data under `dataDir`, for as long as this process
 * lives: if it is killed, the server shuts down by itself.
 *
 * Rejects with `StartError`, and with its subclass `DataFolderInUseError` if another process has the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new StartError(`The disk of DATA_DIR is full: ${message}. Make room on it and start again.`);
    }
    if (!path || !['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
      throw error;
    throw new StartError(`DATA_DIR cannot be used by this user: ${message}.`);
  }
}

/**
 * For commands beside the server: uses the PostgreSQL that a running server has on this data folder, else starts
 * one until `stop`.
 */
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
  address,
  onProgress = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const newOwner = defaultOwner();
  // A folder that somebody else made keeps the rights they gave it.
  if (!existsSync(dataDir)) makePassable(dataDir, newOwner);
  const unlock = lockDataFolder(dataDir, address);
  try {
    const programs = findPrograms(dataDir, newOwner && (clusterOwner(dataDir) ?? newOwner));
    let cluster = readCluster(dataDir);
    if (!cluster) {
      onProgress('Creating the database ...');
      cluster = await createCluster(dataDir, programs, disposable);
    }
    checkVersion(cluster, programs);
    const server = await startServer(cluster, programs, disposable);
    let isAsked = false;
    const exited = server.exited.then((log) => {
      unlock();
      return isAsked ? undefined : `The embedded PostgreSQL has ended: ${oneLine(log)}`;
    });
    const stop = async () => {
      isAsked = true;
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
