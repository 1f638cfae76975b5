import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

type Content = Record<string, { schema?: JsonSchema; examples?: Record<string, { value: unknown }> }>;

/** An operation as the OpenAPI document describes it. */
export interface DocumentedOperation {
  /** The path with `{name}` for each parameter. */
  path: string;
  method: string;
  operationId: string;
  tags: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string };
  servers: object[];
  paths: Record<string, Record<string, Omit<DocumentedOperation, 'path' | 'method'>>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
}

export const operationsOf = ({ paths }: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => Object.assign({ path, method }, operation)),
  );

const schemas = new WeakMap<OpenApiDocument, Map<string, z.ZodType>>();

/** Validates values by the document's schema. Compiled once for each schema. */
export function documentedSchema(document: OpenApiDocument, schema: JsonSchema): z.ZodType {
  const known = schemas.get(document) ?? new Map<string, z.ZodType>();
  schemas.set(document, known);
  const key = JSON.stringify(schema);
  const made = known.get(key) ?? convert(document, schema);
  known.set(key, made);
  return made;
}

function convert({ components }: OpenApiDocument, schema: JsonSchema): z.ZodType {
  const inlined = JSON.stringify({ ...schema, $defs: components.schemas });
  return z.fromJSONSchema(JSON.parse(inlined.replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema);
}
