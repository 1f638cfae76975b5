import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PrismaClient } from '#generated/prisma/client.ts';
import { StartError } from '#platform/process/start-error.ts';
import { type DatabaseOutage, prepareOutage } from '#test/database-outage.ts';
import { useTestDatabase } from '#test/database.ts';
import { startUnresponsiveProxy } from '#test/unresponsive-proxy.ts';
import { type Database, isDatabaseUnavailable, openDatabase, pingDatabase } from './database.ts';
import { hasOwnSessions, deliversNotifications } from './pg-listener.ts';
import { createTimeoutSocket } from './timeout-socket.ts';

const database = useTestDatabase();
let outage: DatabaseOutage;
/** Connects through the proxy of `outage`. */
let proxied: Database;
beforeAll(async () => {
  outage = await prepareOutage(database.url);
  proxied = openDatabase(outage.url);
});
afterAll(async () => {
  await proxied.close();
  await outage.begin();
});

const operations: Record<string, () => Promise<unknown>> = {
  'the pool': () => proxied.pool.query('SELECT 1'),
  'a query of Prisma': () => proxied.prisma.user.count(),
  'SQL by Prisma': () => proxied.prisma.$queryRaw`SELECT 1`,
  'a statement by Prisma': () => proxied.prisma.$executeRaw`SELECT 1`,
  'a transaction': () => proxied.prisma.$transaction((tx) => tx.user.count()),
};

/** Ends the connection of a transaction like a server that shuts down. */
const endConnection = async (tx: { $queryRaw: Database['prisma']['$queryRaw'] }) => {
  const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  await database.pool.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
};

it('a ping of an unresponsive database fails within seconds', async () => {
  expect(await pingDatabase(proxied)).toBe('ok');
  outage.fallSilent();
  const begin = performance.now();
  expect(await pingDatabase(proxied)).toBe('unavailable');
  expect(performance.now() - begin).toBeLessThan(10_000);
  outage.speak();
  await expect.poll(() => pingDatabase(proxied)).toBe('ok');
});

it('a connection is not used again five minutes after it was opened, however busy it is', async () => {
  const { pool, close } = openDatabase(database.url);
  onTestFinished(close);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const useFor = async (seconds: number) => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    vi.advanceTimersByTime(seconds * 1_000);
    client.release();
    return rows[0]?.pid;
  };
  const first = await useFor(299);
  expect(await useFor(1)).toBe(first);
  expect(await useFor(0)).not.toBe(first);
});

it('times are sent and read as UTC in any time zone of the server', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c timezone=Australia/Sydney');
  const { prisma, close } = openDatabase(url.href);
  onTestFinished(close);
  const sent = new Date('2026-01-02T03:04:05Z');
  const rows = await prisma.$queryRaw`
    SELECT extract(epoch FROM ${sent}::timestamptz)::float8 AS seconds, to_timestamp(1767323045) AS received`;
  expect(rows).toEqual([{ seconds: 1_767_323_045, received: sent }]);
});

describe('isDatabaseUnavailable', () => {
  for (const [name, use] of Object.entries(operations)) {
    it(`recognises the error of ${name} on a broken and on a refused connection`, async () => {
      await use();
      await outage.begin();
      const failures = [await use().catch((error: unknown) => error)];
      // All former connections of the pool are closed by now.
      failures.push(await use().catch((error: unknown) => error));
      await outage.end();
      for (const failure of failures) expect(failure).toSatisfy(isDatabaseUnavailable);
      await expect
        .poll(() =>
          use().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    });
  }

  it('recognises the error of a statement in a transaction', async () => {
    const broken = proxied.prisma.$transaction(async (tx) => {
      await endConnection(tx);
      await tx.user.count();
    });
    await expect(broken).rejects.toSatisfy(isDatabaseUnavailable);
  });

  it('recognises the error of a commit', async () => {
    await expect(proxied.prisma.$transaction(endConnection)).rejects.toSatisfy(isDatabaseUnavailable);
  });

  it('recognises the error of a commit in progress', async () => {
    // The pool may still hold the connection that the test before has ended.
    await expect.poll(() => pingDatabase(proxied)).toBe('ok');
    await database.pool.query(`
      CREATE TABLE slow_to_commit (id int);
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON slow_to_commit DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait()`);
    const broken = proxied.prisma.$transaction((tx) => tx.$executeRaw`INSERT INTO slow_to_commit VALUES (1)`);
    const failure = broken.catch((error: unknown) => error);
    const terminateCommit = async () => {
      const { rows } = await database.pool.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'active' AND query = 'COMMIT'`,
      );
      return rows.length;
    };
    await expect.poll(terminateCommit).toBe(1);
    expect(await failure).toSatisfy(isDatabaseUnavailable);
  });
});

const sleep = { text: `SELECT pg_sleep(20), 'a list'` };
const countSleeping = async () => {
  const { rows } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE query = $1 AND state = 'active' AND datname = current_database()`,
    [sleep.text],
  );
  return rows.length;
};
const read = (signal: AbortSignal) => database.queryCancellable(signal, sleep);
const one = () => database.queryCancellable(new AbortController().signal, { text: 'SELECT 1 AS one' });

it('at most four cancellable statements run at once, and an abort cancels one and starts the next', async () => {
  const controllers = Array.from({ length: 5 }, () => new AbortController());
  const reads = controllers.map(({ signal }) => read(signal).catch((error: unknown) => error));
  await expect.poll(countSleeping).toBe(4);
  const [first, ...others] = controllers;
  first?.abort();
  expect(await reads[0]).toBe(first?.signal.reason);
  await expect.poll(countSleeping).toBe(4);
  for (const controller of others) controller.abort();
  await Promise.all(reads);
  expect(await countSleeping()).toBe(0);
  // No connection was lost, and none is cancelled later.
  expect(await Promise.all(Array.from({ length: 12 }, one))).toEqual(
    Array.from({ length: 12 }, () => [{ one: 1 }]),
  );
});

it('a cancellable statement does not start with an aborted signal, and releases its permit after a failure', async () => {
  await expect(read(AbortSignal.abort('gone'))).rejects.toBe('gone');
  for (let round = 0; round < 3; round += 1) {
    await expect(
      database.queryCancellable(new AbortController().signal, { text: 'SELECT 1/0' }),
    ).rejects.toThrow('division by zero');
  }
  expect(await one()).toEqual([{ one: 1 }]);
});

async function listenAt(connectionString: string): Promise<Client> {
  const listener = new Client({ connectionString });
  await listener.connect();
  onTestFinished(() => listener.end());
  return listener;
}

describe('deliversNotifications', () => {
  it('resolves to true if notifications arrive, and removes its listener', async () => {
    const listener = await listenAt(database.url);
    expect(await deliversNotifications(listener, database.pool)).toBe(true);
    expect((await listener.query('SELECT pg_listening_channels()')).rows).toEqual([]);
    expect(listener.listenerCount('notification')).toBe(0);
    await listener.end();
    await expect(deliversNotifications(listener, database.pool)).rejects.toThrow('not queryable');
  });

  it('resolves to false behind a pooler that delivers none, like hasOwnSessions, which resolves to true with a direct URL', async () => {
    const proxy = await startUnresponsiveProxy(database.url);
    const listener = await listenAt(proxy.url);
    // Both wait for a message that does not arrive.
    const results = [deliversNotifications(listener, database.pool), hasOwnSessions(proxy.url)];
    expect(await Promise.all(results)).toEqual([false, false]);
    expect(await hasOwnSessions(database.url)).toBe(true);
    await listener.end();
    await proxy.begin();
  });

  it('hasOwnSessions reports in one line without the password that the database is unavailable', async () => {
    const failure = hasOwnSessions('postgresql://me:hunter2@127.0.0.1:1/things');
    await expect(failure).rejects.toBeInstanceOf(StartError);
    await expect(failure).rejects.toThrow(
      /^The database 127\.0\.0\.1:1\/things \(DATABASE_URL, or DATABASE_DIRECT_URL if it is set\) does not accept two connections: .*ECONNREFUSED.*$/,
    );
  });
});

/** Longer than a healthy connection waits on a slow machine. */
const trafficTimeoutMs = 1_500;

let proxy: DatabaseOutage;
let pool: Pool;
let prisma: PrismaClient;
beforeAll(async () => {
  proxy = await prepareOutage(database.url);
  pool = new Pool({
    connectionString: proxy.url,
    max: 1,
    stream: () => createTimeoutSocket(trafficTimeoutMs),
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  await database.pool.query('CREATE TABLE notes AS SELECT 0 AS number');
});
afterAll(async () => {
  await pool.end();
  await proxy.begin();
});

const readNumbers = async () => {
  const { rows } = await database.pool.query<{ number: number }>('SELECT number FROM notes ORDER BY number');
  return rows.map(({ number }) => number);
};

it('a query of an unresponsive database fails, and the next one uses another connection', async () => {
  await pool.query('SELECT 1');
  proxy.fallSilent();
  await expect(pool.query('SELECT 1')).rejects.toSatisfy(isDatabaseUnavailable);
  proxy.speak();
  const { rows } = await pool.query('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
});

it('an abandoned transaction is rolled back, and later writes are stored', async () => {
  const abandoned = prisma.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE notes SET number = 1`;
    await tx.$executeRaw`SELECT pg_sleep(${(4 * trafficTimeoutMs) / 1_000})`;
  });
  await expect(abandoned).rejects.toSatisfy(isDatabaseUnavailable);
  await pool.query('INSERT INTO notes VALUES (10)');
  expect(await readNumbers()).toEqual([0, 10]);
});

it('a connection in use is not closed while data is sent or received', async () => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (let i = 0; i < 3; i++) await client.query('SELECT pg_sleep($1)', [(0.5 * trafficTimeoutMs) / 1_000]);
    await client.query('INSERT INTO notes VALUES (20)');
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect(await readNumbers()).toEqual([0, 10, 20]);
});
