import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PrismaClient } from '#generated/prisma/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { type DatabaseOutage, prepareOutage } from '#test/database-outage.ts';
import { isDatabaseUnavailable } from './database.ts';
import { socketEndedBySilence } from './silent-socket.ts';

/** More than a slow machine keeps a sound connection waiting. */
const silenceMs = 1_500;

const database = useTestDatabase();
let outage: DatabaseOutage;
let pool: Pool;
let prisma: PrismaClient;
beforeAll(async () => {
  outage = await prepareOutage(database.url);
  pool = new Pool({
    connectionString: outage.url,
    max: 1,
    stream: () => socketEndedBySilence(silenceMs),
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  await database.pool.query('CREATE TABLE notes AS SELECT 0 AS number');
});
afterAll(async () => {
  await pool.end();
  await outage.begin();
});

const readNumbers = async () => {
  const { rows } = await database.pool.query<{ number: number }>('SELECT number FROM notes ORDER BY number');
  return rows.map(({ number }) => number);
};

it('a query of a database that has fallen silent fails, and the next one has another connection', async () => {
  await pool.query('SELECT 1');
  outage.fallSilent();
  await expect(pool.query('SELECT 1')).rejects.toSatisfy(isDatabaseUnavailable);
  outage.speak();
  const { rows } = await pool.query('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
});

it('nothing stays open of a transaction that was given up, and what is written next is there', async () => {
  const givenUp = prisma.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE notes SET number = 1`;
    await tx.$executeRaw`SELECT pg_sleep(${(4 * silenceMs) / 1_000})`;
  });
  await expect(givenUp).rejects.toSatisfy(isDatabaseUnavailable);
  await pool.query('INSERT INTO notes VALUES (10)');
  expect(await readNumbers()).toEqual([0, 10]);
});

it('a connection in use is left alone for as long as something comes or goes', async () => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (let i = 0; i < 3; i++) await client.query('SELECT pg_sleep($1)', [(0.5 * silenceMs) / 1_000]);
    await client.query('INSERT INTO notes VALUES (20)');
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect(await readNumbers()).toEqual([0, 10, 20]);
});
