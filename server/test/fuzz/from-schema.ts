/** Values that a schema of the OpenAPI document admits, as the text of their JSON, and damaged ones. */
import * as fc from 'fast-check';
import type { JsonSchema, OpenApiDocument } from '#test/openapi.ts';
import { hostileJson, hostileName, hostileText } from './hostile.ts';
import { anyId, type KnownValues } from './known-values.ts';

/** A field and the text of its JSON value. */
export type Field = readonly [name: string, json: string];

export interface SchemaArbitraries {
  value: (name: string, schema: JsonSchema) => fc.Arbitrary<string>;
  fields: (schema: JsonSchema) => fc.Arbitrary<Field[]>;
}

interface ReadSchema {
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: string;
  format?: string;
  items?: JsonSchema;
  minItems?: number;
  pattern?: string;
  minLength?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

const asJson = (value: unknown) => JSON.stringify(value);

/** Made once for each pattern: a long one takes 20 ms. */
const matched = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const arbitrary = matched.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u')).map(asJson);
  matched.set(pattern, arbitrary);
  return arbitrary;
}

export function schemaArbitraries(document: OpenApiDocument, known: KnownValues[]): SchemaArbitraries {
  const read = (schema: JsonSchema): ReadSchema => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref']))?.[1];
    return (name !== undefined && document.components.schemas[name]) || schema;
  };

  /** Most often what is known of the field, else what the schema admits, seldom neither. */
  const value: SchemaArbitraries['value'] = (name, schema) => {
    const isId = read(schema).format === 'uuid';
    const oneOf = (weight: number, values: readonly unknown[]) =>
      values.length > 0 ? [{ weight, arbitrary: fc.constantFrom(...values.map(asJson)) }] : [];
    return fc.oneof(
      ...known.flatMap((values) => [
        ...oneOf(12, values.of(name)),
        ...(isId ? oneOf(6, values.of(anyId)) : []),
      ]),
      { weight: 3, arbitrary: admitted(name, read(schema)) },
      { weight: 1, arbitrary: hostileText.map(asJson) },
    );
  };

  const admitted = (name: string, schema: ReadSchema): fc.Arbitrary<string> => {
    const { enum: choices, anyOf, items = {}, minItems = 0, pattern, minLength = 0 } = schema;
    if (choices) return fc.constantFrom(...choices.map(asJson));
    if (schema.const !== undefined) return fc.constant(asJson(schema.const));
    if (anyOf) return fc.oneof(...anyOf.map((choice) => admitted(name, read(choice))));
    switch (schema.type) {
      case 'null':
        return fc.constant('null');
      case 'boolean':
        return fc.boolean().map(String);
      case 'integer':
        return fc.integer().map(String);
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true }).map(asJson);
      case 'array':
        return fc
          .array(value(name, items), { minLength: minItems, maxLength: 4 })
          .map((all) => `[${all.join()}]`);
      case 'object':
        return fields(schema as JsonSchema).map(written);
      case 'string':
        if (pattern !== undefined) return matching(pattern);
        return fc.string({ unit: 'grapheme', minLength }).map(asJson);
      default:
        return hostileJson;
    }
  };

  /** An object's required fields and some of the others. What confirms a field is most often the same. */
  const fields: SchemaArbitraries['fields'] = (given) => {
    const { anyOf: [first] = [], oneOf, properties = {}, required = [] } = read(given);
    if (first) return fields(first);
    if (oneOf) return fc.oneof(...oneOf.map(fields));
    const names = Object.keys(properties);
    return fc.subarray(names).chain((chosen) => {
      const kept = names.filter((name) => required.includes(name) || chosen.includes(name));
      const confirmed = (all: string[], name: string) => all[kept.indexOf(name.replace('confirm_', ''))];
      return fc
        .tuple(...kept.map((name) => value(name, properties[name] ?? {})))
        .map((all) => kept.map((name, at) => [name, confirmed(all, name) ?? all[at] ?? 'null']));
    });
  };
  return { value, fields };
}

export const written = (fields: readonly Field[]) =>
  `{${fields.map(([name, json]) => `${asJson(name)}:${json}`).join()}}`;

/** The same or, less often, with a field replaced, added, repeated or left out. */
export function damaged(whole: fc.Arbitrary<Field[]>): fc.Arbitrary<Field[]> {
  const change = fc.record({ at: fc.nat(), name: hostileName, json: hostileJson, kind: fc.nat({ max: 3 }) });
  return fc
    .tuple(
      whole,
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: change }),
    )
    .map(([fields, given]) => {
      if (!given) return fields;
      const at = given.at % (fields.length + 1);
      const [name = given.name] = fields[at] ?? [];
      const damage: Field[][] = [
        [],
        [[name, given.json]],
        [...fields.slice(at, at + 1), [given.name, given.json]],
      ];
      return fields.toSpliced(
        at,
        1,
        ...(damage[given.kind] ?? [
          [name, '""'],
          [name, given.json],
        ]),
      );
    });
}
