/** PgBouncer with its default settings, except for transaction pooling, in front of a database on this machine. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { findFreePort } from 'server/test/free-port.ts';
import { startProgram } from './programs.ts';

/** PgBouncer refuses to run as root. */
const nobody = 65_534;

export interface Pooler {
  /** The URL of the same database through PgBouncer. */
  url: string;
  stop: () => Promise<void>;
}

export async function startPgBouncer(folder: string, databaseUrl: string): Promise<Pooler> {
  const own = join(folder, 'pgbouncer');
  await mkdir(own);
  const { hostname, port, username, password } = new URL(databaseUrl);
  const listenPort = await findFreePort();
  await writeFile(join(own, 'users.txt'), `"${username}" "${password}"\n`);
  const file = join(own, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = plain
auth_file = ${join(own, 'users.txt')}
pool_mode = transaction
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await Promise.all([folder, own].map((path) => chmod(path, 0o755)));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(listenPort);
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  const { stop } = await startProgram('pgbouncer', [file], () => isReachable(url.href), user);
  return { url: url.href, stop };
}

/** Whether a server at the URL accepts connections and queries. */
export async function isReachable(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
