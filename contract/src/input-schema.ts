/** The input of an operation as one JSON Schema, for clients such as MCP tools that do not call it over HTTP. */
import { z } from 'zod';
import type { Route } from './route.ts';

type Schema = Record<string, unknown>;

export interface InputSchema {
  type: 'object';
  [keyword: string]: unknown;
}

/**
 * One object of the path, query, body and additional fields, because some clients refuse unions and references at the
 * root.
 */
export function inputSchema(route: Route, additionalFields: Schema): InputSchema {
  const variants: Record<string, unknown[]> = {};
  const required: string[] = [];
  for (const part of [route.params, route.query, route.body]) {
    const branches = part ? branchesOf(part) : [];
    required.push(
      ...(branches[0]?.required ?? []).filter((name) =>
        branches.every((each) => each.required.includes(name)),
      ),
    );
    for (const [name, schema] of branches.flatMap(({ properties }) => Object.entries(properties))) {
      const schemas = (variants[name] ??= []);
      if (!schemas.some((each) => JSON.stringify(each) === JSON.stringify(schema))) schemas.push(schema);
    }
  }
  // The result is always JSON, so there is no format to choose.
  delete variants['format'];
  const properties = Object.entries(variants).map(([name, [first, ...others]]) => [
    name,
    others.length > 0 ? { anyOf: [first, ...others] } : first,
  ]);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...additionalFields },
    required,
    additionalProperties: false,
    examples: [exampleOf(route)],
  };
}

interface ObjectSchema {
  properties: Schema;
  required: string[];
}

/** The object schema, or the object schemas of a union. */
function branchesOf(part: z.ZodType): ObjectSchema[] {
  const schema = z.toJSONSchema(part, { io: 'input', metadata }) as Partial<ObjectSchema> & {
    oneOf?: ObjectSchema[];
  };
  return (schema.oneOf ?? [schema]).map(({ properties = {}, required = [] }) => ({ properties, required }));
}

/** Metadata without ids, so that every schema is inlined where it is used. */
const metadata = Object.assign(z.registry<object>(), {
  get: (schema: z.ZodType) => {
    const { id: _id, ...meta } = z.globalRegistry.get(schema) ?? {};
    return meta;
  },
});

/** The example of the body, or path parameters with the values from the example of the response. */
function exampleOf({ bodyExample, params, responses }: Route): unknown {
  const success = responses[200];
  const responseText = JSON.stringify(success?.kind === 'json' ? success.example : {});
  const parts = Object.keys(params?.shape ?? {});
  return (
    bodyExample ??
    Object.fromEntries(parts.map((name) => [name, new RegExp(`"${name}":"([^"]*)"`).exec(responseText)?.[1]]))
  );
}
