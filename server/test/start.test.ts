import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { childEnvironment } from './child-environment.ts';
import { useFolder } from './folder.ts';
import { findFreePort } from './free-port.ts';
import { picture } from './images.ts';
import { descendants, waitUntilGone } from './processes.ts';

/** Runs `npm start` of this checkout with a separate data folder and port. */
interface Start {
  child: ChildProcess;
  /** Resolves to the printed URL, or rejects with the output if the process ends first. */
  address: Promise<string>;
  /** Resolves when the process has ended. */
  end: Promise<{ code: number | null; output: string }>;
}

const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

// One data folder for all tests, because creating its database takes as long as a start.
const parent = useFolder();
let dataDir = join(parent, 'data folder');
let port: number;
let started: ChildProcess[];

beforeEach(async () => {
  port = await findFreePort();
  started = [];
});

afterEach(async () => {
  for (const { pid } of started) {
    if (pid === undefined) continue;
    const pids = [pid, ...descendants(pid)];
    for (const each of pids) signal(each, 'SIGKILL');
    await waitUntilGone(pids);
  }
});

function npmStart(variables: Record<string, string> = {}): Start {
  const child = spawn('npm', ['start'], {
    cwd: rootFolder,
    // A separate process group, like a job in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childEnvironment({ DATA_DIR: dataDir, PORT: String(port), ...variables }),
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const end = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const printed = /Declassified is at (\S+)/.exec(output)?.[1];
      if (printed) resolve(printed);
    });
    void end.then(() => reject(new Error(output)));
  });
  address.catch(() => {}); // A refused start prints no URL.
  return { child, address, end };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The only line that a refused start prints. Throws if there is a stack trace or the exit code is not 1. */
async function refusalOf({ end }: Start): Promise<string> {
  const { code, output } = await end;
  const lines = output.split('\n').filter((line) => /can't start|^\s+at |Error:/.test(line));
  if (code === 1 && lines.length === 1) return lines[0] ?? '';
  throw new Error(`Not one line and code 1, but code ${code} and:\n${output}`);
}

async function query(statement: string): Promise<unknown[]> {
  const database = await joinEmbeddedPostgres({ dataDir });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
    await database.stop();
  }
}

/** The pid of the server, from the lock of its data folder. */
function serverPid(): number {
  return (JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number }).pid;
}

/** The processes of npm, the server, the watchdog and PostgreSQL. */
function processesOf({ child }: Start): number[] {
  const npm = child.pid ?? 0;
  const all = [npm, ...descendants(npm)];
  expect(all.length).toBeGreaterThan(3);
  return all;
}

/** The files that a set-up writes. */
const made = [
  'server/dist/main.js',
  'client/dist/index.html',
  'client/dist-pages/render.js',
  'server/src/generated/prisma/client.ts',
  'contract/src/generated/countries.ts',
];
const changeTimes = () => made.map((file) => statSync(join(rootFolder, file)).mtimeMs);

function linkTools(folder: string, names: string[]): void {
  mkdirSync(folder);
  for (const name of names) {
    const found = (process.env['PATH'] ?? '').split(':').find((path) => existsSync(join(path, name)));
    if (!found) throw new Error(`No ${name} in the path.`);
    symlinkSync(join(found, name), join(folder, name));
  }
}

describe('npm start', () => {
  it('serves, refuses a second start on its data, after Ctrl-C has its accounts, sessions and images in a copy of its data, also in production, and leaves no process running', async () => {
    const first = npmStart();
    const address = await first.address;
    const before = changeTimes();
    const refusal = await refusalOf(npmStart({ PORT: String(await findFreePort()) }));
    expect(refusal).toContain(`in use by process ${serverPid()}`);
    expect(refusal).toContain(`which serves ${address}`);
    const { id, access } = await registerWithImage(address);
    expect(npmRunDoctor()).toMatchObject({ status: 0, stdout: expect.stringMatching(healthy) as string });
    const processes = processesOf(first);
    process.kill(-(first.child.pid ?? 0), 'SIGINT'); // Like the terminal, which sends the signal to npm and the server.
    await waitUntilGone(processes);

    const copy = join(parent, 'copy');
    execFileSync('cp', ['-a', dataDir, copy]);
    rmSync(dataDir, { recursive: true });
    dataDir = join(parent, 'elsewhere');
    renameSync(copy, dataDir);
    expect(npmRunDoctor()).toMatchObject({ status: 0, stdout: expect.stringMatching(healthy) as string });

    const second = npmStart({ NODE_ENV: 'production', ALLOW_EMBEDDED: 'true' });
    const elsewhere = await second.address;
    expect(changeTimes()).toEqual(before);
    const image = await readImage(elsewhere, id, access);
    expect(image.subarray(8, 12).toString()).toBe('WEBP');
    await request(elsewhere)
      .post('/api/user/login/')
      .send({ username_or_email: 'ada', password: adasPassword })
      .expect(200);
    const others = processesOf(second);
    process.kill(second.child.pid ?? 0, 'SIGTERM');
    await waitUntilGone(others);
  });

  it('leaves no process running when npm is killed, and the data complete', async () => {
    const start = npmStart();
    await start.address;
    const processes = processesOf(start);
    process.kill(start.child.pid ?? 0, 'SIGKILL');
    await waitUntilGone(processes);
    expect(await query('SELECT username FROM users WHERE is_superuser')).toHaveLength(1);
  });

  it('refuses a busy port in one line and leaves no process running', async () => {
    const server = await occupyPort();
    expect(await refusalOf(npmStart())).toContain(`PORT ${port} is busy`);
    server.close();
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });

  it('refuses a missing variable in one line that names it, before it creates anything', async () => {
    const none = { DATA_DIR: join(parent, 'none') };
    const missing = await refusalOf(npmStart({ ...none, NODE_ENV: 'production' }));
    expect(missing).toContain('DATABASE_URL is missing');
    expect(existsSync(none.DATA_DIR)).toBe(false);
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'refuses in one line to start as root without setpriv',
    async () => {
      const tools = join(parent, 'tools');
      linkTools(tools, ['node', 'npm', 'sh', 'flock']);
      expect(await refusalOf(npmStart({ PATH: tools }))).toContain('setpriv (package util-linux)');
    },
  );
});

const adasPassword = 'correct horse battery';
const isMail = (name: string) => name.endsWith('.json');
const healthy = /^ok +database +PostgreSQL 18\S*, embedded\nok +migrations +all applied/m;

function npmRunDoctor() {
  const env = childEnvironment({ DATA_DIR: dataDir, PORT: String(port) });
  return spawnSync('npm', ['run', 'doctor'], { cwd: rootFolder, env, encoding: 'utf8' });
}

/** Registers, follows the link in the local mailbox, signs in and uploads an image. */
async function registerWithImage(address: string): Promise<{ id: string; access: string }> {
  const server = request(address);
  const account = { username: 'ada', email: 'ada@example.org' };
  const passwords = { password: adasPassword, confirm_password: adasPassword };
  await server
    .post('/api/user/register/')
    .send({ ...account, ...passwords })
    .expect(201);
  const mailbox = join(dataDir, 'mailbox');
  const mail = await vi.waitUntil(() => existsSync(mailbox) && readdirSync(mailbox).find(isMail), {
    timeout: 60_000,
  });
  const { text } = JSON.parse(readFileSync(join(mailbox, mail), 'utf8')) as { text: string };
  const [, uid = '', token = ''] = /verify-email\/([^/\s]+)\/([^/\s]+)/.exec(text) ?? [];
  await server.get(`/api/user/verify-email/${uid}/${token}/`).expect(200);
  const { body } = await server
    .post('/api/user/login/')
    .send({ username_or_email: 'ada', password: adasPassword })
    .expect(200);
  const { access, user } = body as { access: string; user: { id: string } };
  await server
    .put(`/api/user/user/update/${user.id}/`)
    .set('authorization', `Bearer ${access}`)
    .attach('user_image', await picture().png().toBuffer(), 'me.png')
    .expect(200);
  return { id: user.id, access };
}

async function readImage(address: string, id: string, access: string): Promise<Buffer> {
  const server = request(address);
  const get = (path: string) => server.get(path).set('authorization', `Bearer ${access}`).expect(200);
  const { body: found } = await get(`/api/user/user/${id}/`);
  const { user_image: key } = found as { user_image: string };
  const { body: signed } = await get(`/api/core/get-signed-url/${encodeURIComponent(key)}`);
  const response = await fetch((signed as { url: string }).url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('the check of the machine before npm start', () => {
  const machine = {
    nodeVersion: '22.12.0',
    platform: 'linux',
    arch: 'x64',
    isMusl: false,
    databaseUrl: undefined,
  };

  it.each([
    ['Linux with glibc', {}, 'fit'],
    ['the oldest Node.js of the 20 line', { nodeVersion: '20.19.0' }, 'fit'],
    [
      'an older one',
      { nodeVersion: '20.18.3' },
      'Node.js 20.19, 22.12 or newer is needed, and this is 20.18.3.',
    ],
    ['an odd one', { nodeVersion: '21.7.0' }, 'Node.js 20.19'],
    ['Windows', { platform: 'win32' }, 'not on win32. On Windows use WSL'],
    ['musl', { isMusl: true }, 'this Linux has musl. Set DATABASE_URL'],
    ['musl with a database of its own', { isMusl: true, databaseUrl: 'postgresql://x' }, 'fit'],
    ['another processor', { arch: 'riscv64' }, 'on riscv64. Set DATABASE_URL'],
  ])('accepts or refuses %s', async (_name, difference, judgement) => {
    const script = new URL('../../scripts/machine.mjs', import.meta.url).href;
    const { findMachineProblem } = (await import(script)) as {
      findMachineProblem: (facts: object) => string | undefined;
    };
    expect(findMachineProblem({ ...machine, ...difference }) ?? 'fit').toContain(judgement);
  });
});

async function occupyPort(): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
