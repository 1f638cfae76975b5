import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '#platform/process/start-error.ts';
import { DataFolderInUseError, lockDataFolder } from './data-folder-lock.ts';
import {
  appName,
  checkVersion,
  type Cluster,
  clusterOwner,
  createCluster,
  makeTraversableFolder,
  readCluster,
  disposableSettings,
} from './embedded-postgres-cluster.ts';
import { defaultOwner, findPrograms, oneLine, type PostgresPrograms } from './embedded-postgres-programs.ts';

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

interface ServerProcess {
  port: number;
  /** Rolls back open transactions, writes a checkpoint, and resolves when no process remains. */
  stop: () => Promise<void>;
  /** Resolves to the last lines of the log when the server has ended. */
  exited: Promise<string>;
}

/**
 * Runs the server in its own session, so that Ctrl-C does not reach it before this process has finished with it. When
 * standard input ends, because `stop` closes it or this process was killed, the server shuts down fast.
 */
const watchdog = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
trap '' INT TERM HUP
{ read -r _ <&3; kill -INT $server 2>/dev/null; } &
watcher=$!
wait $server
status=$?
kill -KILL $watcher 2>/dev/null
wait $watcher
exit $status
`;

const attempts = 100;
const retryDelayMs = 100;

/** The caller has locked the data folder. The port is a free one of the loopback interface. */
async function startServer(
  cluster: Cluster,
  programs: PostgresPrograms,
  disposable: boolean,
): Promise<ServerProcess> {
  await clearPidFile(cluster);
  let log = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const server = launch(cluster, programs, await findFreePort(), disposable);
    const failure = await Promise.race([server.ready, server.exited]);
    if (failure === undefined) return server;
    log = failure;
    // The port was taken in the meantime, or a child of a killed server still uses its shared memory.
    if (!/could not bind|pre-existing shared memory block/.test(log)) break;
    await delay(retryDelayMs);
  }
  throw new StartError(`The embedded PostgreSQL did not start: ${oneLine(log)}`);
}

/** The port of the running server of a cluster, from its pid file. Undefined if there is none. */
function readPort({ folder }: Cluster): number | undefined {
  const port = Number(pidFileLines(folder)[3]);
  return port > 0 ? port : undefined;
}

function launch(cluster: Cluster, programs: PostgresPrograms, port: number, disposable: boolean) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    // The log is only read to follow the start and to explain an end. Failed statements would write personal data to
    // it.
    log_min_messages: 'log',
    log_timezone: 'UTC',
    lc_messages: 'C',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const commandLine = programs.commandLine(programs.postgres, [
    '-D',
    cluster.folder,
    ...options,
    ...disposableSettings(disposable),
  ]);
  const child = spawn('/bin/sh', ['-c', watchdog, 'postgres-watchdog', ...commandLine], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  child.stdin.on('error', () => {}); // the watchdog has ended

  let log = '';
  const ready = new Promise<undefined>((resolve) => {
    child.stderr.on('data', (data: Buffer) => {
      log = (log + data.toString()).slice(-4_000);
      if (log.includes('database system is ready to accept connections')) resolve(undefined);
    });
  });
  const exited = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    // Not `exit`: the server's children share standard error, so `close` follows the end of the last child.
    child.on('close', () => resolve(log));
  });
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  return { port, ready, exited, stop };
}

/**
 * Cleans up the pid file of a killed start. The caller has locked the data folder. A server that outlived its
 * watchdog is shut down. A pid that now belongs to another process is replaced by one that no process can have (pids
 * end at 2²²), because PostgreSQL would take that process for a server. The file itself remains: PostgreSQL uses it to
 * find children of the killed server that still use its shared memory.
 */
async function clearPidFile({ folder }: Cluster): Promise<void> {
  const [pidLine, ...rest] = pidFileLines(folder);
  if (!pidLine) return;
  const pid = Number(pidLine);
  if (isServerOf(folder, pid)) {
    process.kill(pid, 'SIGINT');
    while (isServerOf(folder, pid)) await delay(retryDelayMs);
    return;
  }
  writeFileSync(join(folder, 'postmaster.pid'), ['4194305', ...rest].join('\n'));
}

/** False for a process that has ended, or that is another server. */
function isServerOf(folder: string, pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-ww', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes(`-D ${folder}`);
}

function pidFileLines(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}
