/** A temporary PostgreSQL of a version that a Debian package has installed in /usr/lib/postgresql. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultOwner } from 'server/src/platform/database/embedded-postgres-programs.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { isReachable } from '../faults/pgbouncer.ts';
import { until } from '../faults/server.ts';

const startPatienceMs = 30_000;

export interface DebianPostgres {
  /** The URL of an empty database. Its role may create others. */
  url: string;
  urlOf: (database: string) => string;
  /** The folder of programs such as pg_dump. */
  programs: string;
  stop: () => Promise<void>;
}

export async function startDebianPostgres(major: number, folder: string): Promise<DebianPostgres> {
  const programs = `/usr/lib/postgresql/${major}/bin`;
  if (!existsSync(programs)) {
    console.error(
      `PostgreSQL ${major} is missing: this measurement needs Debian's package postgresql-${major}.`,
    );
    process.exit(1);
  }
  const owner = defaultOwner();
  const data = join(folder, `postgres-${major}`);
  mkdirSync(data);
  chmodSync(folder, 0o711);
  if (owner) chownSync(data, owner.uid, owner.gid);
  const lower = owner ? [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : [];
  const line = (name: string, args: string[]): [string, string[]] =>
    owner ? ['setpriv', [...lower, join(programs, name), ...args]] : [join(programs, name), args];
  const port = await findFreePort();
  const initdb = line('initdb', [
    `--pgdata=${data}`,
    '--username=declassified',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const { status, stderr } = spawnSync(...initdb, { cwd: '/', encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'Australia/Sydney',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(...line('postgres', ['-D', data, ...options]), { cwd: '/', stdio: 'ignore' });
  process.on('exit', () => child.kill('SIGQUIT'));
  const server = `postgresql://declassified:none@127.0.0.1:${port}`;
  await until(() => isReachable(`${server}/postgres`), startPatienceMs, 'The start of PostgreSQL');
  return {
    url: `${server}/postgres`,
    urlOf: (database) => `${server}/${database}`,
    programs,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}
