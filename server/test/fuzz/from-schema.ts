/** Values that a JSON Schema of the OpenAPI document admits, and variations on them that it may not. */
import * as fc from 'fast-check';
import type { JsonSchema } from '#plugins/openapi-schemas.ts';
import { hostileName, hostileText, hostileValue } from './hostile.ts';
import { anyId, meanings } from './meanings.ts';
import type { Resolve } from './operations.ts';
import { Fields, type Value } from './values.ts';

export interface SchemaContext {
  resolve: Resolve;
  /** Of the operation: tells what an id names. */
  path: string;
}

type Entry = readonly [string, Value];

/** A field of this name and schema: most often with what it is for, seldom with what it is not. */
export function fieldValue(name: string, schema: JsonSchema, context: SchemaContext): fc.Arbitrary<Value> {
  // What is one of some words needs no meaning.
  const meant = 'enum' in schema ? undefined : meanings[name];
  return fc.oneof(
    { weight: meant ? 20 : 0, arbitrary: meant ?? hostileText },
    { weight: meant ? 2 : 20, arbitrary: fromSchema(schema, context) },
    { weight: 2, arbitrary: hostileText },
  );
}

function fromSchema(given: JsonSchema, context: SchemaContext): fc.Arbitrary<Value> {
  const schema = context.resolve(given) as {
    type?: string | string[];
    enum?: Value[];
    anyOf?: JsonSchema[];
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
    items?: JsonSchema;
    minItems?: number;
  } & JsonSchema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => fromSchema(choice, context)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fromSchema({ ...schema, type }, context)));
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'string':
      return textFrom(schema, context);
    case 'array': {
      const item = fromSchema(schema.items ?? {}, context);
      return fc.array(item, { minLength: schema.minItems ?? 0, maxLength: 5 });
    }
    case 'object':
      return objectFrom(schema, context);
    default:
      return hostileValue;
  }
}

function textFrom(
  {
    format,
    pattern,
    minLength = 0,
    maxLength = 50,
  }: { format?: string; pattern?: string; minLength?: number; maxLength?: number },
  { path }: SchemaContext,
): fc.Arbitrary<Value> {
  if (format === 'uuid') return anyId(path);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)) });
}

/** An object of the schema's properties, as it should be. */
export function objectFrom(given: JsonSchema, context: SchemaContext): fc.Arbitrary<Fields> {
  const schema = context.resolve(given);
  const {
    anyOf,
    properties = {},
    required = [],
  } = schema as {
    anyOf?: JsonSchema[];
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const [first] = anyOf ?? [];
  if (first) return objectFrom(first, context);
  const entries = Object.entries(properties).map(([name, property]) =>
    fieldValue(name, property, context).map((value): Entry => [name, value]),
  );
  // Seldom all that are optional: one of them that is refused hides what becomes of the others.
  const chosen = fc.subarray(Object.keys(properties).filter((name) => !required.includes(name)));
  return fc.record({ all: fc.tuple(...entries), chosen }).map(({ all, chosen: optional }) => {
    const kept = all.filter(([name]) => required.includes(name) || optional.includes(name));
    return new Fields(confirmed(kept, properties));
  });
}

/** What is to be the same twice is, or no new password would ever be accepted. */
function confirmed(entries: Entry[], properties: object): Entry[] {
  return entries
    .filter(([name]) => !name.startsWith(confirming))
    .flatMap(([name, value]): Entry[] => {
      const again = `${confirming}${name}`;
      return again in properties
        ? [
            [name, value],
            [again, value],
          ]
        : [[name, value]];
    });
}

const confirming = 'confirm_';

const change = fc.oneof(
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('set' as const), at: fc.nat(), value: hostileValue }),
  fc.record({ kind: fc.constant('set' as const), at: fc.nat(), value: hostileText }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), value: hostileValue }),
  fc.record({ kind: fc.constant('rename' as const), at: fc.nat(), name: hostileName }),
  fc.record({ kind: fc.constant('add' as const), name: hostileName, value: hostileValue }),
);
type Change = typeof change extends fc.Arbitrary<infer Kind> ? Kind : never;

/** The same with up to so many things wrong, though more often with none. */
export function damaged(whole: fc.Arbitrary<Fields>, most = 3): fc.Arbitrary<Fields> {
  const changes = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(change, { minLength: 1, maxLength: most }) },
  );
  return fc
    .tuple(whole, changes)
    .map(([{ entries }, list]) => new Fields(list.reduce(applied, [...entries])));
}

function applied(entries: Entry[], given: Change): Entry[] {
  if (given.kind === 'add') return [...entries, [given.name, given.value]];
  const at = given.at % Math.max(1, entries.length);
  const entry = entries[at];
  if (!entry) return entries;
  const [name, value] = entry;
  switch (given.kind) {
    case 'drop':
      return entries.toSpliced(at, 1);
    case 'set':
      return entries.with(at, [name, given.value]);
    case 'repeat':
      return [...entries, [name, given.value]];
    case 'rename':
      return entries.with(at, [given.name, value]);
  }
}
