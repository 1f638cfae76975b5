import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connection, FieldDef } from 'pg';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { selectPage } from '#domain/lists/list-statements.ts';
import type { List } from '#domain/lists/list.ts';
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
    for (const sort of ['latest', 'a-z'] as const) {
      for (const page of [1, 2]) {
        const columns = await columnsOf(selectPage(list, { sort }, { page, page_size: 10 }).text);
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

/** The text for these arguments, or undefined if the statement does not take them. */
function textFor(statement: AnyQuery['statement'], args: unknown[]): string | undefined {
  try {
    return statement(...args).text;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

it.each(queries)('%s has one text, whatever the shape of its arguments', (_, { statement }) => {
  const positions = Array.from({ length: Math.max(statement.length, 3) }, (_argument, index) => index);
  const allAnything = positions.map(() => anything);
  const calls = positions.flatMap((position) => shapes.map((shape) => allAnything.with(position, shape)));
  const texts = calls.map((args) => textFor(statement, args)).filter((text) => text !== undefined);
  expect(new Set(texts)).toEqual(new Set([textFor(statement, allAnything)]));
});
