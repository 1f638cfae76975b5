import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { type DatabaseOutage, prepareOutage } from '#test/database-outage.ts';
import { type Database, isDatabaseUnavailable, openDatabase, pingDatabase } from './database.ts';

const database = useTestDatabase();
let outage: DatabaseOutage;
/** As a server reaches it. */
let reached: Database;
beforeAll(async () => {
  outage = await prepareOutage(database.url);
  reached = openDatabase(outage.url);
});
afterAll(async () => {
  await reached.close();
  await outage.begin();
});

const ways: Record<string, () => Promise<unknown>> = {
  'the pool': () => reached.pool.query('SELECT 1'),
  'a query of Prisma': () => reached.prisma.user.count(),
  'SQL by Prisma': () => reached.prisma.$queryRaw`SELECT 1`,
  'a statement by Prisma': () => reached.prisma.$executeRaw`SELECT 1`,
  'a transaction': () => reached.prisma.$transaction((tx) => tx.user.count()),
};

/** Ends the connection of a transaction from outside, as a server does that shuts down. */
const endConnection = async (tx: { $queryRaw: Database['prisma']['$queryRaw'] }) => {
  const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  await database.pool.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
};

it('a ping of a database that has fallen silent says so within seconds', async () => {
  expect(await pingDatabase(reached)).toBe(true);
  outage.fallSilent();
  const begin = performance.now();
  expect(await pingDatabase(reached)).toBe(false);
  expect(performance.now() - begin).toBeLessThan(10_000);
  outage.speak();
  await expect.poll(() => pingDatabase(reached)).toBe(true);
});

describe('a database that is away is known by what fails of it', () => {
  for (const [name, use] of Object.entries(ways)) {
    it(`in ${name}, on a connection that breaks and on one that is refused`, async () => {
      await use();
      await outage.begin();
      const failures = [await use().catch((error: unknown) => error)];
      // Whatever was in the pool is gone by now.
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

  it('in the statements of a transaction', async () => {
    const broken = reached.prisma.$transaction(async (tx) => {
      await endConnection(tx);
      await tx.user.count();
    });
    await expect(broken).rejects.toSatisfy(isDatabaseUnavailable);
  });

  it('in the commit of a transaction', async () => {
    await expect(reached.prisma.$transaction(endConnection)).rejects.toSatisfy(isDatabaseUnavailable);
  });

  it('in a commit that is under way', async () => {
    await database.pool.query(`
      CREATE TABLE slow_to_commit (id int);
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON slow_to_commit DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait()`);
    const broken = reached.prisma.$transaction((tx) => tx.$executeRaw`INSERT INTO slow_to_commit VALUES (1)`);
    const failure = broken.catch((error: unknown) => error);
    const endIt = async () => {
      const { rows } = await database.pool.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'active' AND query = 'COMMIT'`,
      );
      return rows.length;
    };
    await expect.poll(endIt).toBe(1);
    expect(await failure).toSatisfy(isDatabaseUnavailable);
  });
});
