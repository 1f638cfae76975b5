import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, OpenApiResponse } from '#plugins/openapi-document.ts';
import type { JsonSchema } from '#plugins/openapi-schemas.ts';

/** What the OpenAPI document says of one status of an operation. */
export interface DeclaredAnswer {
  /** Undefined where nothing is answered. */
  mediaType: string | undefined;
  /** Undefined where the document has no schema: files. */
  validate: ValidateFunction | undefined;
  /** The codes of the failures that answer this status. */
  codes: ReadonlySet<string>;
}

export interface FuzzField {
  name: string;
  isRequired: boolean;
  schema: JsonSchema;
}

/** One operation as a reader of the document alone knows it. */
export interface FuzzOperation {
  id: string;
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  pathFields: FuzzField[];
  queryFields: FuzzField[];
  /** Undefined where it takes no body. */
  body: JsonSchema | undefined;
  takesForms: boolean;
  /** The one field of its forms that may be a file. */
  fileField: string | undefined;
  answers: ReadonlyMap<number, DeclaredAnswer>;
}

/** Follows a reference into the document's components. */
export type Resolve = (schema: JsonSchema) => JsonSchema;

export async function readOperations(
  url: string,
): Promise<{ operations: FuzzOperation[]; resolve: Resolve }> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument;
  // The patterns beside the formats say what they say, and more strictly.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => {
      const fieldsIn = (place: string) =>
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, required, schema }) => ({ name, isRequired: required, schema }));
      const form = requestBody?.content['multipart/form-data'];
      const at = ['paths', path, method, 'responses'];
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        pathFields: fieldsIn('path'),
        queryFields: fieldsIn('query'),
        body: requestBody?.content['application/json']?.schema,
        takesForms: form !== undefined,
        fileField: fileFieldOf(form?.schema),
        answers: new Map(
          Object.entries(responses).map(([status, response]) => [
            Number(status),
            declaredAnswer(ajv, [...at, status], response),
          ]),
        ),
      };
    }),
  );
  const resolve: Resolve = (schema) => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref']))?.[1];
    return (name !== undefined && document.components.schemas[name]) || schema;
  };
  return { operations, resolve };
}

/** OpenAPI 3.1 has bytes in forms without a type. */
function fileFieldOf(schema: JsonSchema = {}): string | undefined {
  const { allOf = [] } = schema as { allOf?: { properties?: Record<string, JsonSchema> }[] };
  const properties = allOf.flatMap((part) => Object.entries(part.properties ?? {}));
  return properties.find(([, property]) => 'contentMediaType' in property)?.[0];
}

function declaredAnswer(ajv: Ajv2020, at: string[], { content = {} }: OpenApiResponse): DeclaredAnswer {
  const [mediaType] = Object.keys(content);
  const { schema, examples = {} } = (mediaType !== undefined && content[mediaType]) || {};
  const pointer = [...at, 'content', mediaType ?? '', 'schema'].map(pointerPart).join('/');
  return {
    mediaType,
    validate: schema && ajv.getSchema(`document#/${pointer}`),
    codes: new Set(Object.keys(examples)),
  };
}

/** RFC 6901, in the fragment of a URI. */
const pointerPart = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
