import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import { type Connection, DatabaseError, type FieldDef, type PoolClient, type QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { selectPage } from '#domain/lists/list-statements.ts';
import type { List } from '#domain/lists/list.ts';
import type { Database } from '#platform/database/database.ts';
import type { Query } from '#platform/database/query.ts';
import { useTestDatabase } from '#test/database.ts';

/**
 * Replaces every argument and all of its properties with an empty text, because the columns of a statement do not
 * depend on them.
 */
const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => {
    const ofText: unknown = Reflect.get(String.prototype, key === 'toJSON' ? 'toString' : key);
    if (typeof ofText === 'function') return ofText.bind('') as unknown;
    return key === Symbol.toPrimitive ? undefined : anything;
  },
  apply: () => anything,
});

type AnyQuery = Query<unknown[], object>;
type AnyList = List<{ sort: 'latest' | 'a-z' }, z.ZodObject>;

const queries = await exportsOf<AnyQuery>(
  '.queries.ts',
  (value) => typeof value === 'function' && 'statement' in value,
);
const lists = await exportsOf<AnyList>(
  '.list.ts',
  (value) => typeof value === 'object' && 'sortKeys' in value,
);

/** All exports of the files with this suffix, by file name. */
async function exportsOf<Export>(
  ending: string,
  isWanted: (value: object) => boolean,
): Promise<[string, Export][]> {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(ending),
  );
  const modules = await Promise.all(files.map((file) => import(join(source, file)) as Promise<object>));
  return modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isWanted(value as object));
}

const database = useTestDatabase();

/** The columns of the result, from the Describe message of PostgreSQL's protocol. Nothing is executed. */
async function columnsOf(text: string): Promise<Record<string, string>> {
  const client = await database.pool.connect();
  const { connection } = client as unknown as { connection: Connection };
  try {
    const described = new Promise<FieldDef[]>((resolve, reject) => {
      connection.once('rowDescription', ({ fields }: { fields: FieldDef[] }) => resolve(fields));
      connection.once('noData', () => resolve([]));
      connection.once('errorMessage', reject);
    });
    connection.parse({ text, name: '', types: [] }, false);
    connection.describe({ type: 'S', name: '' }, false);
    connection.sync();
    return Object.fromEntries((await described).map((field) => [field.name, kindOf(field)]));
  } finally {
    client.release(true);
  }
}

/** The kinds of zod schemas by the ids of PostgreSQL's types: `SELECT oid, typname FROM pg_type`. */
const kinds: Record<number, string> = {
  16: 'boolean', // bool
  17: 'custom', // bytea
  20: 'bigint', // int8
  21: 'number', // int2
  23: 'number', // int4
  25: 'string', // text
  114: 'record', // json
  701: 'number', // float8
  1009: 'array', // text[]
  1184: 'date', // timestamptz
  2950: 'string', // uuid
  3802: 'unknown', // jsonb
};
const kindOf = ({ dataTypeID }: FieldDef) => kinds[dataTypeID] ?? `type ${dataTypeID}`;

function declaredOf({ shape }: z.ZodObject): Record<string, string> {
  const kind = (schema: z.ZodType): string => {
    if (schema instanceof z.ZodNullable) return kind(schema.unwrap() as z.ZodType);
    if (schema instanceof z.ZodCatch) return kind(schema.unwrap() as z.ZodType);
    if (schema instanceof z.ZodEnum) return 'string';
    // The driver parses jsonb columns, so an object may be declared, or nothing.
    return schema instanceof z.ZodObject ? 'unknown' : schema.def.type;
  };
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, kind(schema as z.ZodType)]));
}

it.each(queries)('%s returns the columns that it declares', async (_, { row, statement }) => {
  const { text } = statement(...Array.from({ length: statement.length }, () => anything));
  expect(await columnsOf(text)).toEqual(declaredOf(row));
});

it.each(lists)(
  '%s returns the columns that it declares, in every order and on every page',
  async (_, list) => {
    const viewer = { id: '01930a4e-7c00-7000-8000-000000000001', is_superuser: true };
    for (const sort of ['latest', 'a-z'] as const) {
      const filter = { sort, viewer };
      for (const page of [1, 2]) {
        const columns = await columnsOf(selectPage(list, filter, { page, page_size: 10 }).text);
        expect(columns).toEqual({ ...declaredOf(list.row), total: 'number', user_ids: 'array' });
      }
    }
  },
);

const samples = [null, undefined, '', '203.0.113.7', '203.0.113.0/24', true, false, 0, 1, [], [''], ['', '']];

/** Shapes of an argument: values of every kind, and objects with properties of every kind. */
const shapes: unknown[] = [
  anything,
  ...samples,
  ...samples.map((sample) => new Proxy({}, { get: (_, key) => (key === 'length' ? 1 : sample) })),
];

/** As the driver can send it. What stands for any value is null. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const isObject = (typeof value === 'object' || typeof value === 'function') && value !== null;
  return isObject && !Buffer.isBuffer(value) && !types.isDate(value) ? null : value;
}

let client: PoolClient;
beforeAll(async () => {
  client = await database.pool.connect();
});
afterAll(() => client.release(true));

it.each(queries)(
  '%s runs twice with each shape of its arguments on one connection, where its name belongs to one text',
  async (_, query) => {
    const { parsedStatements } = (client as unknown as { connection: { parsedStatements: object } })
      .connection;
    const names: unknown[] = [];
    const done = new Set<string>();
    /** What PostgreSQL has parsed may refuse values, but the driver must not refuse the statement. */
    const run = async ({ name, text, values }: QueryConfig<unknown[]>) => {
      names.push(name);
      const config = { ...(name !== undefined && { name }), text, values: plain(values) as unknown[] };
      const key = JSON.stringify([text, config.values]);
      for (let times = done.has(key) ? 2 : 0; times < 2; times++) {
        await client.query(config).catch((error: unknown) => {
          const isOfValues = error instanceof DatabaseError && String(name) in parsedStatements;
          if (!isOfValues) throw error;
        });
      }
      done.add(key);
      return { rows: [] };
    };
    const executor = { pool: { query: run }, isPooled: false } as unknown as Database;
    const positions = Array.from(
      { length: Math.max(query.statement.length, 3) },
      (_argument, index) => index,
    );
    const allAnything = positions.map(() => anything);
    const calls = positions.flatMap((position) => shapes.map((shape) => allAnything.with(position, shape)));
    for (const args of [allAnything, ...calls]) {
      await query(executor, ...args).catch((error: unknown) => {
        // The statement does not take these arguments.
        if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      });
    }
    expect(names.length).toBeGreaterThan(0);
    // Of another text, the name is not used.
    expect(names).not.toContain(undefined);
  },
);
