import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildScript } from '#test/built-script.ts';
import { useFolder } from '#test/folder.ts';
import { descendants, isGone, killAll, waitUntilGone } from '#test/processes.ts';
import { DataFolderInUseError } from './data-folder-lock.ts';
import { oneLine } from './embedded-postgres-programs.ts';
import { type EmbeddedPostgres, joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

vi.setConfig({ testTimeout: 60_000 });

// One cluster for all tests, because its creation takes longer than the tests.
const dataDir = join(useFolder(), 'data folder');
let servers: Pick<EmbeddedPostgres, 'stop'>[];
let children: ChildProcess[];
let script: string;

beforeAll(() => {
  script = buildScript('embedded-postgres-process');
});

beforeEach(() => {
  servers = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.stop()));
  // A failed test may have left an orphan.
  const orphan = postmasterPid();
  if (orphan !== undefined && !isGone(orphan)) process.kill(orphan, 'SIGINT');
  await vi.waitUntil(hasPostmasterEnded, waitOptions);
});

const waitOptions = { timeout: 60_000, interval: 50 };
const pidFile = () => join(dataDir, 'postgres/cluster/postmaster.pid');

function postmasterPid(): number | undefined {
  if (!statSync(pidFile(), { throwIfNoEntry: false })) return undefined;
  return Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);
}

function hasPostmasterEnded(): boolean {
  const pid = postmasterPid();
  return pid === undefined || isGone(pid);
}

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir });
  servers.push(server);
  return server;
}

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {}); // the tests kill the server
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Another process that uses the data folder. */
async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('exit', () => reject(new Error('The child ended before it was ready.')));
  });
  return { child, url };
}

describe('startEmbeddedPostgres', () => {
  it('keeps committed data after a stop and a start', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE IF NOT EXISTS notes AS SELECT 42 AS answer');
    await first.stop();
    expect(postmasterPid()).toBeUndefined();
    expect(await first.exited).toBeUndefined();
    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM notes')).toEqual([{ answer: 42 }]);
  });

  it('gives the app a role that owns its database and cannot access the files or other roles', async () => {
    const { url } = await start();
    const role = await query(
      url,
      'SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication FROM pg_roles WHERE rolname = current_user',
    );
    expect(role).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false },
    ]);
    await expect(query(url, `SELECT pg_read_file('/etc/passwd')`)).rejects.toThrow('permission denied');
    await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'id'`)).rejects.toThrow('permission denied');
    await expect(query(url, 'SET ROLE postgres')).rejects.toThrow('permission denied');
    const superuser = Object.assign(new URL(url), { username: 'postgres' });
    await expect(query(superuser.href, 'SELECT 1')).rejects.toThrow('no pg_hba.conf entry');
    await query(url, 'CREATE EXTENSION IF NOT EXISTS pg_trgm', 'CREATE EXTENSION IF NOT EXISTS citext');
    // The locale is C.UTF-8, and the time zone UTC.
    expect(await query(url, `SELECT lower('ÉÑ') AS lower, current_setting('TimeZone') AS zone`)).toEqual([
      { lower: 'éñ', zone: 'UTC' },
    ]);
  });

  it('refuses a data folder in use and does not affect its server, which others may join', async () => {
    const { url } = await startInChild();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toBeInstanceOf(DataFolderInUseError);
    const joined = await joinEmbeddedPostgres({ dataDir });
    expect(joined.url).toBe(url);
    await joined.stop();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('leaves complete data and no running process when its process is killed', async () => {
    const { child, url } = await startInChild();
    await query(url, 'CREATE TABLE IF NOT EXISTS notes AS SELECT 42 AS answer');
    const pids = descendants(child.pid ?? 0);
    expect(pids).toContain(postmasterPid());
    child.kill('SIGKILL');
    await waitUntilGone(pids);
    const next = await start();
    expect(await query(next.url, 'SELECT answer FROM notes')).toEqual([{ answer: 42 }]);
  });

  it('stops a server that outlived its watchdog, and keeps its data', async () => {
    const { child, url } = await startInChild();
    await query(url, 'CREATE TABLE IF NOT EXISTS notes AS SELECT 42 AS answer');
    const orphan = postmasterPid() ?? 0;
    const watchdogs = descendants(child.pid ?? 0).filter(
      (pid) => !descendants(orphan).concat(orphan).includes(pid),
    );
    const killed = [child.pid ?? 0, ...watchdogs];
    killAll(killed);
    await waitUntilGone(killed);
    const next = await start();
    expect(postmasterPid()).not.toBe(orphan);
    expect(await query(next.url, 'SELECT answer FROM notes')).toEqual([{ answer: 42 }]);
  });

  it('starts although another process has the pid of a killed server, and does not affect that process', async () => {
    const { child } = await startInChild();
    const bystander = spawn('sleep', ['60']);
    children.push(bystander);
    const pids = [child.pid ?? 0, ...descendants(child.pid ?? 0)];
    killAll(pids);
    await waitUntilGone(pids);
    const [, ...rest] = readFileSync(pidFile(), 'utf8').split('\n');
    writeFileSync(pidFile(), [bystander.pid, ...rest].join('\n'));
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(isGone(bystander.pid ?? 0)).toBe(false);
  });

  it('reports that the server has ended unexpectedly, and unlocks the folder', async () => {
    const { exited } = await start();
    process.kill(postmasterPid() ?? 0, 'SIGTERM');
    expect(await exited).toMatch(/^The embedded PostgreSQL has ended: .*shut down/);
    await start();
  });

  it('refuses data of another major version in one line', async () => {
    const { stop } = await start();
    await stop();
    writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/made by PostgreSQL 17.*DATA_DIR/);
  });

  it('reports a full disk even if other lines follow in the log of the server', () => {
    const log = `
      PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device
      FATAL:  the database system is in recovery mode
      LOG:  database system is shut down`;
    expect(oneLine(log)).toBe(
      'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device | ' +
        'Free some space on the disk of DATA_DIR and start again.',
    );
    expect(oneLine('one\n two\nthree\nfour\nfive')).toBe('two | three | four | five');
  });
});
