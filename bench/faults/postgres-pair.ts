/**
 * Two PostgreSQL of Debian's packages, the second a synchronous standby of the first, and HAProxy on one port that leads
 * to whichever leads. Who leads is decided by the bench, as Patroni would.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { defaultOwner } from 'server/src/platform/database/embedded-postgres-programs.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { descendants, killAll } from 'server/test/processes.ts';
import { needProgram } from './programs.ts';
import { until } from './server.ts';

const patienceMs = 60_000;
const packages = '/usr/lib/postgresql';

interface Node {
  name: string;
  data: string;
  port: number;
  child: ChildProcess | undefined;
}

export type PostgresPair = Awaited<ReturnType<typeof startPair>>;

const poolOf = ({ port }: Node) => {
  const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 1 });
  pool.on('error', () => {});
  return pool;
};

const query = async (node: Node, text: string) => {
  const pool = poolOf(node);
  try {
    return (await pool.query<{ value: unknown }>(text)).rows[0]?.value;
  } finally {
    await pool.end();
  }
};

const wait = async (node: Node, signal: NodeJS.Signals) => {
  if (node.child?.exitCode !== null || node.child.signalCode !== null) return;
  node.child.kill(signal);
  await once(node.child, 'exit');
};

/** `folder` is a temporary one. */
export async function startPair(folder: string) {
  needProgram('haproxy');
  const [version] = readdirSync(packages).toSorted((a, b) => Number(b) - Number(a));
  const owner = defaultOwner();
  chmodSync(folder, 0o711);
  const home = join(folder, 'pair');
  mkdirSync(home);
  if (owner) chownSync(home, owner.uid, owner.gid);
  const lower = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : [];
  const line = (name: string, args: string[]) => {
    const [command = '', ...rest] = [...lower, join(packages, version ?? '', 'bin', name), ...args];
    return [command, rest] as const;
  };
  const run = (name: string, args: string[]) => {
    const { status, stderr } = spawnSync(...line(name, args), { cwd: '/', encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  };
  const makeNode = async (name: string): Promise<Node> => ({
    name,
    data: join(home, name),
    port: await findFreePort(),
    child: undefined,
  });
  let [leader, other] = [await makeNode('a'), await makeNode('b')];
  process.on('exit', () => killAll([leader, other].flatMap(treeOf)));
  const start = async (node: Node) => {
    const settings = {
      port: node.port,
      cluster_name: node.name,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 200,
      timezone: 'UTC',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    node.child = spawn(...line('postgres', ['-D', node.data, ...options]), { cwd: '/', stdio: 'ignore' });
    await until(
      () => query(node, 'SELECT true AS value').catch(() => false) as Promise<boolean>,
      patienceMs,
      'A start',
    );
  };
  const follow = async () => {
    rmSync(other.data, { recursive: true, force: true });
    const conninfo = `host=127.0.0.1 port=${leader.port} user=postgres application_name=${other.name}`;
    run('pg_basebackup', [
      `--pgdata=${other.data}`,
      '--checkpoint=fast',
      '--wal-method=stream',
      '--write-recovery-conf',
      `--dbname=${conninfo}`,
    ]);
    await start(other);
    await query(leader, `ALTER SYSTEM SET synchronous_standby_names = '${other.name}'`);
    await query(leader, 'SELECT pg_reload_conf() AS value');
    const isSynchronous = `SELECT count(*) = 1 AS value FROM pg_stat_replication WHERE sync_state = 'sync'`;
    await until(
      () => query(leader, isSynchronous) as Promise<boolean>,
      patienceMs,
      'The synchronous standby',
    );
  };

  run('initdb', [
    `--pgdata=${leader.data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--no-sync',
  ]);
  appendFileSync(
    join(leader.data, 'pg_hba.conf'),
    'host replication postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 trust\n',
  );
  await start(leader);
  await query(leader, `CREATE ROLE declassified LOGIN PASSWORD 'none'`);
  await query(leader, `CREATE ROLE "check" LOGIN CONNECTION LIMIT 8`);
  await query(leader, 'CREATE DATABASE declassified OWNER declassified');
  await follow();
  const port = await findFreePort();
  const configuration = join(home, 'haproxy.cfg');
  writeFileSync(configuration, proxyConfiguration(port, [leader, other]));
  const proxy = spawn('haproxy', ['-db', '-f', configuration], { stdio: 'ignore' });
  process.on('exit', () => proxy.kill('SIGKILL'));
  const url = `postgresql://declassified:none@127.0.0.1:${port}/declassified`;
  const pool = new Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 1_000 });
  pool.on('error', () => {});
  await until(
    async () => {
      // Until it has looked, it takes both for leaders.
      const found = await Promise.all([1, 2, 3, 4].map(() => isLeader(url)));
      return found.every(Boolean);
    },
    patienceMs,
    'The start of HAProxy',
  );

  let frozen: number[] = [];
  return {
    url,
    /** The bench's own connections, through the proxy. */
    pool,
    /** All of it at once, as a machine that loses its power. */
    killPrimary: () => killAll(treeOf(leader)),
    /** Makes the standby lead, which waits for nobody then. Fences the former leader first. */
    promote: async () => {
      killAll([...treeOf(leader), ...frozen]);
      frozen = [];
      const settings = join(other.data, 'postgresql.auto.conf');
      appendFileSync(settings, "synchronous_standby_names = ''\n");
      await query(other, 'SELECT pg_reload_conf() AS value');
      await query(other, 'SELECT pg_promote() AS value');
      [leader, other] = [other, leader];
    },
    /** The lost one becomes a fresh copy, and the synchronous standby. */
    rejoin: follow,
    isLeaderReached: () => isLeader(url),
    freeze: () => {
      frozen = treeOf(leader);
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    },
    stopStandby: () => wait(other, 'SIGINT'),
    /** What Patroni does where the standby is away and `synchronous_mode` is not strict. */
    goOnAlone: async () => {
      await query(leader, `ALTER SYSTEM SET synchronous_standby_names = ''`);
      await query(leader, 'SELECT pg_reload_conf() AS value');
    },
    stop: async () => {
      await pool.end();
      proxy.kill('SIGTERM');
      await Promise.all([leader, other].map((node) => wait(node, 'SIGQUIT')));
    },
  };
}

/** The first process is that of PostgreSQL, or of what lowers its rights, which becomes it. */
function treeOf({ child }: Node): number[] {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return [];
  return [child.pid, ...descendants(child.pid)];
}

async function isLeader(url: string): Promise<boolean> {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 1_000 });
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}

/** As hexadecimal. */
const packet = (type: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(body) + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]).toString('hex');
};

/** Of the wire protocol: a start of `check`, one statement, the end. The row that holds `f` is the leader's. */
function proxyConfiguration(port: number, nodes: Node[]): string {
  return `
defaults
  mode tcp
  retries 1
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 3s
  option clitcpka
  option srvtcpka
frontend leader
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${packet('', '\0\u0003\0\0user\0check\0database\0postgres\0\0')}
  tcp-check send-binary ${packet('Q', 'SELECT pg_is_in_recovery()\0')}
  tcp-check send-binary ${packet('X', '')}
  tcp-check expect binary 440000000b00010000000166
  default-server check inter 500ms fastinter 200ms downinter 200ms fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port}`).join('\n')}
`;
}
