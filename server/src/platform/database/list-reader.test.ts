import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const sleep = { text: `SELECT pg_sleep(20), 'a list'`, values: [] };
const sleeping = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE query = $1 AND state = 'active' AND datname = current_database()`,
    [sleep.text],
  );
  return rows.length;
};
const never = () => new AbortController().signal;
const read = (signal: AbortSignal) => database.lists(signal, (query) => query(sleep));
const one = () =>
  database.lists(never(), (query) => query<{ one: number }>({ text: 'SELECT 1 AS one', values: [] }));

describe('lists', () => {
  it('runs at most two at once; an abort cancels the query at once, and lets the next one in', async () => {
    const controllers = Array.from({ length: 4 }, () => new AbortController());
    const reads = controllers.map(({ signal }) => read(signal).catch((error: unknown) => error));
    await expect.poll(sleeping).toBe(2);
    const [first, second, third, fourth] = controllers;
    // One that waits in line leaves it without a query.
    fourth?.abort();
    expect(await reads[3]).toBe(fourth?.signal.reason);
    first?.abort();
    expect(await reads[0]).toBe(first?.signal.reason);
    await expect.poll(sleeping).toBe(2);
    for (const controller of [second, third]) controller?.abort();
    await Promise.all(reads);
    expect(await sleeping()).toBe(0);
    // No connection was lost, and none is left in a transaction.
    expect(await Promise.all(Array.from({ length: 12 }, one))).toEqual(
      Array.from({ length: 12 }, () => [{ one: 1 }]),
    );
    const { rows } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE state LIKE 'idle in%' AND datname = current_database()`,
    );
    expect(rows).toHaveLength(0);
  });

  it('reads one snapshot, whatever commits meanwhile', async () => {
    const count = { text: 'SELECT count(*)::int AS count FROM log_records', values: [] };
    const counts = await database.lists(never(), async (query) => {
      const before = await query<{ count: number }>(count);
      await database.pool.query(
        `INSERT INTO log_records (id, message, level, from_proxy) VALUES (gen_random_uuid(), 'm', 'INFO', false)`,
      );
      return [...before, ...(await query<{ count: number }>(count))];
    });
    expect(counts).toEqual([{ count: 0 }, { count: 0 }]);
  });

  it('starts nothing for a signal that is aborted already, and gives its place back after a failure', async () => {
    await expect(read(AbortSignal.abort('gone'))).rejects.toBe('gone');
    for (let round = 0; round < 3; round += 1) {
      await expect(
        database.lists(never(), (query) => query({ text: 'SELECT 1/0', values: [] })),
      ).rejects.toThrow('division by zero');
    }
    expect(await one()).toEqual([{ one: 1 }]);
  });
});
