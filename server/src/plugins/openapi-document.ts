import { ErrorBody, type ErrorCode, errorStatuses } from 'contract/errors.ts';
import { site } from 'contract/messages.ts';
import { type Answer, errorsOf, type Route } from 'contract/route.ts';
import type { z } from 'zod';
import { errorExample } from './openapi-errors.ts';
import { type JsonSchema, schemaCollection, type SchemaCollection } from './openapi-schemas.ts';

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters: OpenApiParameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, OpenApiResponse>;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string | undefined;
  schema: JsonSchema;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, object>;
  content?: Content;
}

type Content = Record<string, { schema?: JsonSchema; examples?: Record<string, { value: unknown }> }>;

/** The OpenAPI 3.1 document of these operations. Named schemas stand once, under `components`. */
export function openApiDocument(contracts: readonly Route[], serverUrl: string): OpenApiDocument {
  const schemas = schemaCollection(
    contracts.flatMap(({ answers }) =>
      Object.values(answers).flatMap((answer) => (answer.kind === 'json' ? [answer.schema] : [])),
    ),
  );
  const paths: OpenApiDocument['paths'] = {};
  for (const route of contracts) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version: '0.1.0',
      description:
        'Finance and economics information. Informational only: Declassified is not a financial advisor.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: { schemas: schemas.components, securitySchemes },
  };
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'access_token',
    description: 'For browsers. Writes carry the `csrftoken` cookie back as `X-CSRFToken`.',
  },
};

function operation(route: Route, schemas: SchemaCollection): OpenApiOperation {
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    ...(route.access !== 'guest' && { security: [{ bearer: [] }, { cookie: [] }] }),
    parameters: [
      ...parameters('path', route.params, schemas),
      ...parameters('query', route.query, schemas),
      ...headerParameters(route),
    ],
    ...(route.body && { requestBody: requestBody(route, route.body, schemas) }),
    responses: responses(route, schemas),
  };
}

function parameters(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  schemas: SchemaCollection,
): OpenApiParameter[] {
  if (!schema) return [];
  return schemas.fieldsOf(schema).map(({ name, isRequired, schema: { description, ...field } }) => ({
    name,
    in: place,
    required: isRequired,
    description: typeof description === 'string' ? description : undefined,
    schema: field,
  }));
}

/** Operations at which a known device has a count of failures of its own. */
const checksPassword = new Set<Route['operation']>([
  'login',
  'resendVerificationEmail',
  'updateUser',
  'deleteUser',
]);

function headerParameters({ operation: name, method }: Route): OpenApiParameter[] {
  const header = { in: 'header', required: false, schema: { type: 'string' } } as const;
  return [
    ...(checksPassword.has(name)
      ? [{ ...header, name: 'X-Device-Token', description: 'The `device` of an earlier sign-in, if any.' }]
      : []),
    ...(method !== 'GET'
      ? [
          {
            ...header,
            name: 'X-CSRFToken',
            description: 'With cookies only: what the `csrftoken` cookie holds.',
          },
        ]
      : []),
  ];
}

const mediaTypes = { json: 'application/json', multipart: 'multipart/form-data' } as const;

function requestBody(
  { bodyTypes, bodyExample, fileField }: Route,
  body: z.ZodType,
  schemas: SchemaCollection,
) {
  const examples = { example: { value: bodyExample } };
  const schema = schemas.use(body, 'input');
  const withFile = fileField && { allOf: [schema, { type: 'object', properties: { [fileField]: anyFile } }] };
  const content = (bodyTypes ?? ['json']).map((type) => [
    mediaTypes[type],
    { schema: type === 'multipart' && withFile ? withFile : schema, examples },
  ]);
  // No body at all is read as an empty record.
  const required = !body.safeParse({}).success;
  return { required, content: Object.fromEntries(content) as Content };
}

/** Bytes, as OpenAPI 3.1 has them in forms: without a type. */
const anyFile = { contentMediaType: 'application/octet-stream' };

/** One response per status. Where an answer and a failure share one, its body is either of them. */
function responses(route: Route, schemas: SchemaCollection): Record<string, OpenApiResponse> {
  const documented: Record<string, OpenApiResponse> = {};
  for (const [status, codes] of Object.entries(codesByStatus(route))) {
    documented[status] = failure(codes, route, schemas);
  }
  for (const [status, answer] of Object.entries(route.answers)) {
    const own = success(answer, schemas);
    const other = documented[status];
    documented[status] = other ? either(own, other) : own;
  }
  return documented;
}

function success(answer: Answer, schemas: SchemaCollection): OpenApiResponse {
  const { description } = answer;
  switch (answer.kind) {
    case 'empty':
      return { description };
    case 'file':
      return { description, content: { [answer.mediaType]: {} } };
    case 'json':
      return {
        description,
        content: {
          [mediaTypes.json]: {
            schema: schemas.use(answer.schema, 'output'),
            examples: { example: { value: answer.example } },
          },
        },
      };
  }
}

function codesByStatus(route: Route): Record<string, ErrorCode[]> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of errorsOf(route)) (byStatus[errorStatuses[code]] ??= []).push(code);
  return byStatus;
}

const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
  },
};

function failure(codes: ErrorCode[], route: Route, schemas: SchemaCollection): OpenApiResponse {
  const isTemporary = codes.some((code) => code === 'too_many_requests' || code === 'unavailable');
  return {
    description: codes.join(', '),
    ...(isTemporary && { headers: retryAfter }),
    content: {
      [mediaTypes.json]: {
        schema: schemas.use(ErrorBody, 'output'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code, route) }])),
      },
    },
  };
}

function either(own: OpenApiResponse, other: OpenApiResponse): OpenApiResponse {
  const [first, second] = [own, other].map(({ content }) => content?.[mediaTypes.json]);
  const anyOf = [first, second].flatMap((media) => (media?.schema ? [media.schema] : []));
  return {
    ...other,
    description: `${own.description} Or: ${other.description}`,
    content: {
      ...own.content,
      [mediaTypes.json]: { schema: { anyOf }, examples: { ...first?.examples, ...second?.examples } },
    },
  };
}
