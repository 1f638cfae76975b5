import { formatNumber } from 'contract/formats.ts';
import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { site } from 'contract/texts.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ErrorBody, type ErrorCode, errorStatuses } from 'contract/errors.ts';
import { type DeclaredResponse, errorsOf, type Route } from 'contract/route.ts';
import { type AreaRoute, routes } from 'contract/routes.ts';
import { idempotencyLimits } from 'contract/idempotency.ts';
import { version } from '#version.ts';
import { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { AppError, errorBody, errorMessages, fieldErrors, validationFailed } from '#errors.ts';

function operation(route: AreaRoute): ZodOpenApiOperationObject {
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.area],
    ...(route.access !== 'guest' && { security: security(route) }),
    requestParams: {
      ...(route.params && { path: route.params }),
      ...(route.query && { query: route.query }),
      header: headers(route),
    },
    ...(route.body && { requestBody: requestBody(route, route.body) }),
    responses: responses(route),
  };
}

const security = ({ scope, staffScope }: Route) => [
  { bearer: [] },
  { cookie: [] },
  ...[scope, staffScope].flatMap((tokenScope) => (tokenScope ? [{ token: [tokenScope] }] : [])),
];

const optional = (description: string) => z.string().optional().describe(description);

const deviceToken = optional('The `device` of an earlier sign-in, if there is one.');
const csrfToken = optional('Required only with cookies: the value of the `csrftoken` cookie.');
const idempotencyKey = optional(
  `1 to ${idempotencyLimits.keyMaxLength} visible ASCII characters. A repetition with the same key and body within ${idempotencyLimits.hours} hours creates nothing, and gets the record as it is now with \`Idempotency-Replayed: true\`, or a 404 with the code \`record_gone\` if the record was deleted. Of one user, the last ${formatNumber(idempotencyLimits.keys)} keys are stored.`,
);

const headers = ({ access, errors, method, idempotency }: Route) =>
  z.object({
    ...(idempotency && { 'Idempotency-Key': idempotencyKey }),
    // Operations that check the password of a guest count the failures of a known device separately.
    ...(access === 'guest' && errors?.includes('invalid_credentials') && { 'X-Device-Token': deviceToken }),
    ...(method !== 'GET' && { 'X-CSRFToken': csrfToken }),
  });

function requestBody({ bodyTypes, bodyExample, fileField }: Route, body: z.ZodType) {
  const examples = { example: { value: bodyExample } };
  const form = fileField ? z.intersection(body, z.object({ [fileField]: z.file().optional() })) : body;
  const [json, multipart] = (['json', 'multipart'] as const).map((type) =>
    (bodyTypes ?? ['json']).includes(type),
  );
  return {
    // A missing body is read as an empty record.
    required: !body.safeParse({}).success,
    content: {
      ...(json && { 'application/json': { schema: body, examples } }),
      ...(multipart && { 'multipart/form-data': { schema: form, examples } }),
    },
  };
}

function responses(route: Route): Record<string, ZodOpenApiResponseObject> {
  const codes = errorsOf(route);
  const statuses = [...Object.keys(route.responses).map(Number), ...codes.map((code) => errorStatuses[code])];
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [
      status,
      response(
        route.responses[status],
        codes.filter((code) => errorStatuses[code] === status),
        route,
      ),
    ]),
  );
}

/** The response with one status. If a success and errors share the status, the body is one or the other. */
function response(
  success: DeclaredResponse | undefined,
  codes: ErrorCode[],
  route: Route,
): ZodOpenApiResponseObject {
  const isTemporary = codes.some((code) => code === 'too_many_requests' || code === 'unavailable');
  const own = success?.kind === 'json' ? success.schema : undefined;
  const schema = codes.length === 0 ? own : own ? z.union([own, ErrorBody]) : ErrorBody;
  const examples = {
    ...(success?.kind === 'json' && { example: { value: success.example } }),
    ...Object.fromEntries(codes.map((code) => [code, { value: errorExample(code, route) }])),
  };
  const content = {
    ...(success?.kind === 'json' &&
      Object.fromEntries((success.otherMediaTypes ?? []).map((type) => [type, {}]))),
    ...(success?.kind === 'file' && Object.fromEntries(success.mediaTypes.map((type) => [type, {}]))),
    ...(schema && { 'application/json': { schema, examples } }),
  };
  return {
    description: [success?.description, codes.join(', ')].filter(Boolean).join(' Or: '),
    ...(isTemporary && { headers: retryAfter }),
    ...(own && route.isCalculation && { headers: methodHeader }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

const retryAfter = z.object({
  'Retry-After': z.int().min(1).optional().describe('The number of seconds to wait before the next attempt.'),
});

const methodHeader = z.object({
  'X-Calculation-Method': z.int().describe('The rules of the engine that computed the figures.'),
});

const exampleRequestId = '5f0c1d9e-3a64-4c1b';

/** An example of an error of this route. A refused body or query names its fields. */
function errorExample(code: ErrorCode, { body, query }: Route): ErrorBody {
  const schema = body ?? query;
  const refused = [{}, { unexpected: true }]
    .map((input) => schema?.safeParse(input).error)
    .find((error) => error !== undefined);
  const error =
    code === 'validation_failed' && refused
      ? validationFailed(fieldErrors(refused))
      : new AppError(code, errorMessages[code]);
  return errorBody(error, exampleRequestId);
}

function allPaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return paths;
}

/** The OpenAPI document of every route. A schema with an id appears once, under `components`. */
function openApiDocument(serverUrl: string): oas31.OpenAPIObject {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version,
      description:
        'Finance and economics information. Informational only: Declassified is not a financial advisor.',
    },
    paths: allPaths(),
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'dcl_…',
          description:
            'For programs: an API token that its owner creates in the profile for one or more scopes. Each operation names the ' +
            'scope that it needs. A second scope is for records of other users. Without the scope it returns `insufficient_scope`.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'access_token',
          description: 'For browsers. Writes must send the value of the `csrftoken` cookie as `X-CSRFToken`.',
        },
      },
    },
  });
}

/** Serves the document as `app.swagger()`, and at `/api/docs`. */
export default fp(async function openapi(app: FastifyInstance, { serverUrl }: { serverUrl: string }) {
  await app.register(swagger, {
    openapi: {},
    // The routes have no tags. The document is built from the contract at the first request, and the plugin caches it.
    hideUntagged: true,
    // The two libraries have different types for the format.
    transformObject: () => openApiDocument(serverUrl) as ReturnType<SwaggerTransformObject>,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: `${site.name} API` },
    // Collapsed, because with every operation open the page stops rendering after about a hundred.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none' },
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': ["'self'", 'data:'],
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  });
});
