import { expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';

const database = useTestDatabase();

const sleep = { text: `SELECT pg_sleep(20), 'a list'` };
const sleeping = async () => {
  const { rows } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE query = $1 AND state = 'active' AND datname = current_database()`,
    [sleep.text],
  );
  return rows.length;
};
const read = (signal: AbortSignal) => database.queryCancellable(signal, sleep);
const one = () => database.queryCancellable(new AbortController().signal, { text: 'SELECT 1 AS one' });

it('runs at most four at once; an abort cancels the query at once, and lets the next one in', async () => {
  const controllers = Array.from({ length: 5 }, () => new AbortController());
  const reads = controllers.map(({ signal }) => read(signal).catch((error: unknown) => error));
  await expect.poll(sleeping).toBe(4);
  const [first, ...others] = controllers;
  first?.abort();
  expect(await reads[0]).toBe(first?.signal.reason);
  await expect.poll(sleeping).toBe(4);
  for (const controller of others) controller.abort();
  await Promise.all(reads);
  expect(await sleeping()).toBe(0);
  // No connection was lost, and none is cancelled later.
  expect(await Promise.all(Array.from({ length: 12 }, one))).toEqual(
    Array.from({ length: 12 }, () => [{ one: 1 }]),
  );
});

it('starts nothing for a signal that is aborted already, and gives its place back after a failure', async () => {
  await expect(read(AbortSignal.abort('gone'))).rejects.toBe('gone');
  for (let round = 0; round < 3; round += 1) {
    await expect(
      database.queryCancellable(new AbortController().signal, { text: 'SELECT 1/0' }),
    ).rejects.toThrow('division by zero');
  }
  expect(await one()).toEqual([{ one: 1 }]);
});
