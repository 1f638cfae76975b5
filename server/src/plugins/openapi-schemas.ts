import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** What is sent and what is answered differ: defaults are optional in the one, present in the other. */
type Direction = 'input' | 'output';

export interface SchemaCollection {
  /** Every schema with an id that was used so far, by its name. */
  components: Record<string, JsonSchema>;
  /** JSON Schema 2020-12 of a contract schema; those with an id are references to `components`. */
  use: (schema: z.ZodType, direction: Direction) => JsonSchema;
  /** The fields of a schema of path or query parameters. */
  fieldsOf: (schema: z.ZodType) => { name: string; isRequired: boolean; schema: JsonSchema }[];
}

/** Collects named schemas. An id that is `answered` is free for answers: as an input it is `<id>Input`. */
export function schemaCollection(answered: readonly z.ZodType[]): SchemaCollection {
  const answeredIds = new Set(answered.flatMap((schema) => Object.keys(convert(schema, 'output').named)));
  const components: Record<string, JsonSchema> = {};

  const use: SchemaCollection['use'] = (schema, direction) => {
    const nameOf = (id: string) => (direction === 'input' && answeredIds.has(id) ? `${id}Input` : id);
    const { root, named } = convert(schema, direction);
    for (const [id, definition] of Object.entries(named)) {
      components[nameOf(id)] = withReferences(definition, nameOf);
    }
    return withReferences(root, nameOf);
  };

  return {
    components,
    use,
    fieldsOf: (schema) => {
      if (!(schema instanceof z.ZodObject)) throw new Error('Parameters are documented from an object.');
      return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
        name,
        isRequired: !field.safeParse(undefined).success,
        schema: use(field, 'input'),
      }));
    },
  };
}

const definitions = '#/$defs/';

function convert(schema: z.ZodType, io: Direction): { root: JsonSchema; named: Record<string, JsonSchema> } {
  const { $schema: _dialect, $defs, ...root } = z.toJSONSchema(schema, { io });
  return { root, named: $defs ?? {} };
}

function withReferences(schema: JsonSchema, nameOf: (id: string) => string): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(definitions)
      ? `#/components/schemas/${nameOf(value.slice(definitions.length))}`
      : value,
  ) as JsonSchema;
}
