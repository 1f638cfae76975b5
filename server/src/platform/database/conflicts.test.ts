import { EventEmitter, once } from 'node:events';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '#generated/prisma/client.ts';
import { toAppError } from '#plugins/error-handler.ts';
import { useTestDatabase } from '#test/database.ts';
import type { Database } from './database.ts';
import { defineQuery, noRow } from './query.ts';

const database = useTestDatabase();
/** Codes with which PostgreSQL ends a transaction because of another one. */
const codes = ['40P01', '40001', '55P03'];
const select = Prisma.sql`SELECT conflict()`;
const selectByItself = defineQuery('conflict', noRow, () => select);

/** `conflict()` fails with the code, and succeeds once its failures are used up. A rollback does not reset a sequence. */
const failWith = (code: string, times: number) =>
  database.pool.query(`
    ALTER SEQUENCE conflicts RESTART;
    CREATE OR REPLACE FUNCTION conflict() RETURNS int LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('conflicts') <= ${times} THEN RAISE 'another transaction' USING ERRCODE = '${code}'; END IF;
      RETURN 1;
    END $$`);

beforeAll(() =>
  database.pool.query(`
    CREATE SEQUENCE conflicts; CREATE TABLE notes (id int, number int);
    CREATE FUNCTION conflict_of_model() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM conflict(); RETURN NULL; END';
    CREATE TRIGGER conflict BEFORE DELETE ON used_challenges EXECUTE FUNCTION conflict_of_model();`),
);
beforeEach(() => database.pool.query('TRUNCATE notes; INSERT INTO notes VALUES (1, 0), (2, 0)'));

type Work = (tx: Pick<Database['prisma'], '$queryRaw' | 'usedChallenge'>) => Promise<unknown>;
const selectRaw: Work = (tx) => tx.$queryRaw(select);
const changeModel: Work = (tx) => tx.usedChallenge.deleteMany();

const addToNotes = async (work = selectRaw) => {
  let runs = 0;
  await database.prisma.$transaction(async (tx) => {
    runs += 1;
    await tx.$executeRaw`UPDATE notes SET number = number + 1`;
    await work(tx);
  });
  return runs;
};
const numbers = async () => (await database.pool.query('SELECT number FROM notes ORDER BY id')).rows;

describe.each(codes)('after a conflict with the code %s', (code) => {
  it('a transaction runs once more, and what it wrote before is rolled back', async () => {
    for (const work of [selectRaw, changeModel]) {
      await failWith(code, 1);
      expect(await addToNotes(work)).toBe(2);
    }
    expect(await numbers()).toEqual([{ number: 2 }, { number: 2 }]);
  });

  it('a statement by itself runs once more', async () => {
    await failWith(code, 1);
    expect(await selectByItself(database)).toHaveLength(1);
    await failWith(code, 1);
    const { text, values } = select;
    expect(await database.queryCancellable(new AbortController().signal, { text, values })).toHaveLength(1);
  });

  it('a second conflict is a 503 that says when to try again, and so is one that is not repeated', async () => {
    const failures = [];
    const repeated = [selectRaw, changeModel].map((work) => () => addToNotes(work));
    const others = [selectRaw, changeModel].map((work) => () => work(database.prisma));
    for (const work of [...repeated, ...others, () => selectByItself(database)]) {
      await failWith(code, 2);
      failures.push(toAppError(await work().catch((error: unknown) => error)));
    }
    const refusal = { code: 'unavailable', statusCode: 503, retryAfterSeconds: 5 };
    expect(failures).toEqual(Array.from({ length: 5 }, () => expect.objectContaining(refusal)));
    expect(await numbers()).toEqual([{ number: 0 }, { number: 0 }]);
  });
});

it('of two transactions in a deadlock, PostgreSQL ends one, and both are completed', async () => {
  let [runs, updates] = [0, 0];
  const updated = new EventEmitter();
  const haveBothUpdated = once(updated, 'both');
  const add = (number: number, ids: [number, number]) =>
    database.prisma.$transaction(async (tx) => {
      runs += 1;
      // The one that runs again waits for the other one instead of a second deadlock.
      for (const id of runs > 2 ? ids.toReversed() : ids) {
        await tx.$executeRaw`UPDATE notes SET number = number + ${number} WHERE id = ${id}`;
        updates += 1;
        if (updates === 2) updated.emit('both');
        await haveBothUpdated;
      }
    });
  await Promise.all([add(1, [1, 2]), add(10, [2, 1])]);
  expect(runs).toBe(3);
  expect(await numbers()).toEqual([{ number: 11 }, { number: 11 }]);
});
