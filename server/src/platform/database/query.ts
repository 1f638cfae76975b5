import type { ClientBase } from 'pg';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { type Database, queryPrepared, type Transaction } from './database.ts';

/** A single connection is for work that takes longer than a request: a backup or a restore. */
export type Executor = Database | Transaction | ClientBase;

/**
 * A hand-written statement. With a `Database` it runs by itself, prepared if there is no pooler. With a
 * transaction or a connection it runs in that. `server/test/queries.test.ts` compares `row` with the columns in PostgreSQL.
 */
export interface Query<Args extends unknown[], Row> {
  (executor: Executor, ...args: Args): Promise<Row[]>;
  row: z.ZodObject;
  statement: (...args: Args) => Prisma.Sql;
}

/**
 * Use it in `*.queries.ts`, for statements that decide a race, search, ingest, use the clock of the database or run
 * on every request. The text must not depend on the arguments, because it is prepared as `name`.
 */
export function defineQuery<Shape extends z.ZodRawShape, Args extends unknown[]>(
  name: string,
  row: z.ZodObject<Shape>,
  statement: (...args: Args) => Prisma.Sql,
): Query<Args, z.output<z.ZodObject<Shape>>> {
  type Row = z.output<z.ZodObject<Shape>>;
  const run = async (executor: Executor, ...args: Args): Promise<Row[]> => {
    const sql = statement(...args);
    if ('$queryRaw' in executor) return executor.$queryRaw<Row[]>(sql);
    const { text, values } = sql;
    if ('pool' in executor) return (await queryPrepared<Row>(executor, { name, text, values })).rows;
    return (await executor.query<Row>(text, values)).rows;
  };
  return Object.assign(run, { row, statement });
}

/**
 * The values as an array whose length the planner does not see. It would plan the statement for each length otherwise,
 * at several times the cost of running it.
 */
export const arrayOf = (type: 'uuid' | 'bytea' | 'text', values: readonly unknown[]): Prisma.Sql => {
  const array = Prisma.raw(`${type}[]`);
  return Prisma.sql`(SELECT ${values}::${array})::${array}`;
};

/** The row schema of a statement that returns no rows. */
export const noRow = z.object({});

export const idRow = z.object({ id: z.string() });
