/**
 * A PostgreSQL that stands for one on another machine: the programs of the embedded one, with a fixed port. The
 * measurement stops, freezes and starts it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createCluster } from 'server/src/platform/database/embedded-postgres-cluster.ts';
import { defaultOwner, findPrograms } from 'server/src/platform/database/embedded-postgres-programs.ts';
import { makeFolder } from 'server/src/platform/files/folders.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { descendants, killAll } from 'server/test/processes.ts';
import { until } from './server.ts';

const startPatienceMs = 30_000;

/** `fast` ends sessions and writes a checkpoint. `immediate` leaves recovery to the next start, as a crash does. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

export interface Postgres {
  url: string;
  /** The connections of the measurement, which break and reconnect like those of any client. */
  pool: Pool;
  /** Resolves when PostgreSQL accepts connections. */
  start: () => Promise<void>;
  end: (mode: keyof typeof signals) => Promise<void>;
  /** Stops all its processes (SIGSTOP), with open connections, until `thaw`. */
  freeze: () => void;
  thaw: () => void;
  /** Shuts PostgreSQL down and closes the connections. */
  stop: () => Promise<void>;
}

/** `folder` is a temporary folder. */
export async function startPostgres(folder: string): Promise<Postgres> {
  const owner = defaultOwner();
  if (owner) await chmod(folder, 0o711);
  const dataDir = join(folder, 'database');
  makeFolder(dataDir);
  if (owner) await chmod(dataDir, 0o711);
  const programs = findPrograms(dataDir, owner);
  const cluster = await createCluster(dataDir, programs, false);
  const port = await findFreePort();
  const url = `postgresql://declassified:${cluster.appPassword}@127.0.0.1:${port}/declassified`;
  const pool = new Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 1_000 });
  pool.on('error', () => {});

  let child: ChildProcess | undefined;
  let frozen: number[] = [];
  const thaw = () => {
    // The parent process is continued last, so that it does not consider its children lost.
    killAll(frozen.toReversed(), 'SIGCONT');
    frozen = [];
  };
  const end = async (mode: keyof typeof signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signals[mode]);
    await once(child, 'exit');
  };
  const start = async () => {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      timezone: 'UTC',
      max_connections: 200,
    };
    const [command, ...args] = programs.commandLine(programs.postgres, [
      '-D',
      cluster.folder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    child = spawn(command, args, { stdio: 'ignore' });
    await until(() => answers(pool), startPatienceMs, 'The start of PostgreSQL');
  };
  process.on('exit', () => {
    if (frozen.length > 0) thaw();
    child?.kill('SIGQUIT');
  });
  await start();
  return {
    url,
    pool,
    start,
    end,
    freeze: () => {
      const first = child?.pid ?? 0;
      frozen = [first, ...descendants(first)];
      killAll(frozen, 'SIGSTOP');
    },
    thaw,
    stop: async () => {
      await pool.end();
      await end('fast');
    },
  };
}

const answers = (pool: Pool) =>
  pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
