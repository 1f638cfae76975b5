/** The built server in a process of its own on a PostgreSQL of the bench, so that its memory and time are its own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { login } from 'contract/accounts/accounts.ts';
import { type Database, openDatabase } from 'server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { applyMigrations } from 'server/src/platform/database/migrations.ts';
import { childEnvironment } from 'server/test/child-environment.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { post } from '../accounts/server.ts';
import { connectPatiently } from '../patient-client.ts';

export const adminPassword = 'a password of the bench';

interface ServerProcess {
  url: string;
  /** Resident, in MB of 1,000,000 bytes. */
  memoryMb: () => Promise<number>;
}

export interface MeasuredServer extends ServerProcess {
  database: Database;
  /** Another process on the same database, which stops with this one. */
  startAnother: () => Promise<ServerProcess>;
  stop: () => Promise<void>;
}

export async function startMeasuredServer(): Promise<MeasuredServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'database'), disposable: true });
  await applyMigrations(postgres.url, 'prisma/migrations');
  const database = openDatabase(postgres.url);
  const stops: (() => Promise<unknown>)[] = [];
  const start = async (): Promise<ServerProcess> => {
    const port = await findFreePort();
    const url = `http://localhost:${port}`;
    const server = spawn(process.execPath, ['server/dist/main.js'], {
      env: childEnvironment({
        PORT: String(port),
        PUBLIC_URL: url,
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        JWT_SECRET: 'a secret that only the bench uses',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_SCALE: '1000000',
        ADMIN_USERNAME: 'admin',
        ADMIN_EMAIL: 'admin@example.org',
        ADMIN_PASSWORD: adminPassword,
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(server, 'exit');
    stops.push(async () => {
      server.kill('SIGTERM');
      await ended;
    });
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (data: Buffer) => data.includes('Declassified is at') && resolve());
      server.once('exit', () => reject(new Error('The server has ended.')));
    });
    return {
      url,
      memoryMb: async () => {
        const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
        return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
      },
    };
  };
  return {
    ...(await start()),
    database,
    startAnother: start,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await database.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The header of a new session. */
export async function signIn(url: string, username: string, password: string): Promise<string> {
  const response = await post(url + login.url, { username_or_email: username, password });
  if (response.status !== 200) throw new Error(`${username} cannot sign in: ${response.status}`);
  return `Bearer ${((await response.json()) as { access: string }).access}`;
}

/** Verified users named `user-1` and so on, all with the first superuser's password. */
export async function createUsers({ pool }: Database, count: number): Promise<void> {
  const client = await connectPatiently(pool);
  await client.query(
    `INSERT INTO users (id, username, email, email_verified_at, password_hash)
     SELECT gen_random_uuid(), 'user-' || i, 'user-' || i || '@example.org', now(), admin.password_hash
     FROM generate_series(1, $1::int) AS i, (SELECT password_hash FROM users WHERE username = 'admin') AS admin`,
    [count],
  );
  await client.query('ANALYZE');
  await client.end();
}
