/** Two PostgreSQL under Patroni, with etcd and HAProxy, configured as in docs/operations.md, on ports of one machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { defaultOwner } from 'server/src/platform/database/embedded-postgres-programs.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { descendants, isGone, killAll } from 'server/test/processes.ts';
import { needProgram } from './programs.ts';
import { until } from './server.ts';

const patienceMs = 120_000;
const password = 'only-this-bench';
const packages = '/usr/lib/postgresql';

interface Node {
  name: string;
  port: number;
  api: number;
  configuration: string;
  data: string;
  child: ChildProcess | undefined;
}

/** `folder` is a temporary folder. */
export async function startPatroniPair(folder: string) {
  needProgram('haproxy');
  needProgram('etcd', 'etcd-server');
  needProgram('patroni');
  const [version = ''] = readdirSync(packages).toSorted((a, b) => Number(b) - Number(a));
  const owner = defaultOwner();
  chmodSync(folder, 0o711);
  const home = join(folder, 'patroni');
  mkdirSync(home);
  if (owner) chownSync(home, owner.uid, owner.gid);
  const lower = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : [];
  const started: ChildProcess[] = [];
  const run = (...line: string[]) => {
    const [program = '', ...args] = line;
    const child = spawn(program, args, { cwd: home, stdio: 'ignore', env: { ...process.env, HOME: home } });
    started.push(child);
    return child;
  };
  process.on('exit', () => killAll([...started.flatMap(treeOf), ...nodes.flatMap(postgresOf)]));

  const [client, peer] = [await findFreePort(), await findFreePort()];
  const [etcd, other] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const etcdOptions = {
    'data-dir': join(home, 'etcd'),
    'listen-client-urls': etcd,
    'advertise-client-urls': etcd,
    'listen-peer-urls': other,
    'initial-advertise-peer-urls': other,
    'initial-cluster': `default=${other}`,
  };
  run(...lower, 'etcd', ...Object.entries(etcdOptions).map(([name, value]) => `--${name}=${value}`));
  await until(() => answers(`${etcd}/health`), patienceMs, 'The start of etcd');

  const nodes: Node[] = [];
  for (const name of ['a', 'b']) {
    const [port, api] = [await findFreePort(), await findFreePort()];
    const data = join(home, name);
    const configuration = join(home, `${name}.yml`);
    const text = documented('`patroni.yml` for each', '```yaml\n')
      .replace('name: a', `name: ${name}`)
      .replaceAll(/(?:0\.0\.0\.0|a\.internal):8008/g, `127.0.0.1:${api}`)
      .replaceAll(/(?:0\.0\.0\.0|a\.internal):5432/g, `127.0.0.1:${port}`)
      .replace(/hosts: \[.*\]/, `hosts: ['127.0.0.1:${client}']`)
      .replace('/var/lib/postgresql/data', `${data}\n  bin_dir: ${join(packages, version, 'bin')}`)
      .replaceAll('10.0.0.0/8', '127.0.0.1/32')
      .replaceAll('…', password)
      .concat(`  parameters: { unix_socket_directories: '' }\n  pgpass: ${data}.pgpass\n`);
    writeFileSync(configuration, text, { mode: 0o644 });
    nodes.push({ name, port, api, configuration, data, child: undefined });
  }
  const isPrimary = ({ api }: Node) => answers(`http://127.0.0.1:${api}/primary`);
  const findPrimary = async () => {
    for (const node of nodes) if (await isPrimary(node)) return node;
    return undefined;
  };
  const start = (node: Node) => (node.child = run(...lower, 'patroni', node.configuration));
  const isSynchronous = async () =>
    (await Promise.all(nodes.map(({ api }) => answers(`http://127.0.0.1:${api}/sync`)))).some(Boolean);
  const [first, second] = nodes;
  if (!first || !second) throw new Error('There must be two nodes.');
  start(first);
  await until(() => isPrimary(first), patienceMs, 'The first primary');
  start(second);
  await until(isSynchronous, patienceMs, 'The synchronous standby');
  const admin = new Pool({
    host: '127.0.0.1',
    port: first.port,
    user: 'postgres',
    password,
    database: 'postgres',
  });
  await admin.query(`CREATE ROLE declassified LOGIN PASSWORD '${password}'`);
  await admin.query('CREATE DATABASE declassified OWNER declassified');
  await admin.end();

  const port = await findFreePort();
  const proxy = join(home, 'haproxy.cfg');
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} port ${node.api}\n`);
  const text = documented('`haproxy.cfg` beside each app', '```\n')
    .replace('127.0.0.1:5432', `127.0.0.1:${port}`)
    .replace(/( {2}server .*\n)+/, servers.join(''));
  writeFileSync(proxy, text);
  run('haproxy', '-db', '-f', proxy);
  const url = `postgresql://declassified:${password}@127.0.0.1:${port}/declassified`;
  const pool = new Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 10_000 });
  const impatient = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  });
  for (const each of [pool, impatient]) each.on('error', () => {});
  const isPrimaryReached = async () => {
    try {
      const { rows } = await impatient.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      return rows[0]?.standby === false;
    } catch {
      return false;
    }
  };
  // HAProxy mistakes both for primaries until its third check.
  for (let check = 0; check < 4; check++) await until(isPrimaryReached, patienceMs, 'The start of HAProxy');

  const treesOf = (node: Node) => [...treeOf(node.child), ...postgresOf(node)];
  const requirePrimary = async () => {
    const found = await findPrimary();
    if (!found) throw new Error('There is no primary.');
    return found;
  };
  const isAlone = async () => {
    const { rows } = await pool.query<{ names: string }>(
      `SELECT current_setting('synchronous_standby_names') AS names`,
    );
    return rows[0]?.names === '';
  };
  let frozen: number[] = [];
  return {
    url,
    /** The connections of the measurement, through HAProxy. */
    pool,
    isPrimaryReached,
    /** Kills PostgreSQL, but not Patroni. */
    crashPrimary: async () => killAll(postgresOf(await requirePrimary())),
    /** Kills Patroni and PostgreSQL at once, like a machine that loses power. */
    losePrimary: async () => killAll(treesOf(await requirePrimary())),
    freezePrimary: async () => {
      frozen = treesOf(await requirePrimary());
      killAll(frozen, 'SIGSTOP');
    },
    /** Resolves when the primary no longer waits for a standby. */
    loseStandby: async () => {
      const primary = await requirePrimary();
      killAll(nodes.filter((node) => node !== primary).flatMap(treesOf));
      await until(isAlone, patienceMs, 'The primary alone');
    },
    /** Starts the nodes that were lost. Patroni rewinds their data. */
    rejoin: async () => {
      killAll(frozen);
      await until(() => frozen.every(isGone), patienceMs, 'The end of the stopped processes');
      frozen = [];
      for (const node of nodes) {
        if (treeOf(node.child).length === 0) start(node);
      }
      await until(isSynchronous, patienceMs, 'The synchronous standby');
    },
    stop: async () => {
      await Promise.all([pool.end(), impatient.end()]);
      killAll([...started.flatMap(treeOf), ...nodes.flatMap(postgresOf)]);
    },
  };
}

/** A block of docs/operations.md, so that the documented configuration is the one that is measured. */
function documented(after: string, fence: string): string {
  const [, text = ''] = readFileSync('docs/operations.md', 'utf8').split(after);
  const begin = text.indexOf(fence) + fence.length;
  return text.slice(begin, text.indexOf('```', begin));
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

function treeOf(child: ChildProcess | undefined): number[] {
  if (!child?.pid || isGone(child.pid)) return [];
  return [child.pid, ...descendants(child.pid)];
}

/** Patroni starts PostgreSQL detached, so it is not a descendant. */
function postgresOf({ data }: Node): number[] {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return [pid, ...descendants(pid)];
  } catch {
    return [];
  }
}
