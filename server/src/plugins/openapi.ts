import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { ErrorBody, type ErrorCode, errorStatuses } from 'contract/errors.ts';
import { type Answer, errorsOf, type Route } from 'contract/route.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { toJsonSchema } from '#route.ts';

/** The OpenAPI 3.1 document of every operation that keeps a contract, and the page that shows it. */
export default fp(async (app: FastifyInstance, { serverUrl }: { serverUrl: string }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Declassified',
        version: '0.1.0',
        description:
          'Finance and economics information. Informational only: Declassified is not a financial advisor.',
      },
      servers: [{ url: serverUrl }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ url, route }) => {
      const contract = route.config?.contract;
      return { url, schema: contract ? documentation(contract) : { hide: true } };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
});

function documentation(route: Route): Record<string, unknown> {
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    ...(route.access !== 'guest' && { security: [{ bearer: [] }] }),
    ...(route.params && { params: toJsonSchema(route.params, 'input') }),
    ...(route.query && { querystring: toJsonSchema(route.query, 'input') }),
    ...(route.body && {
      body: { ...toJsonSchema(route.body, 'input'), examples: [route.bodyExample] },
      consumes: (route.bodyTypes ?? ['json']).map((type) => mediaTypes[type]),
    }),
    response: { ...errorResponses(route), ...mapValues(route.answers, answerDocumentation) },
  };
}

const mediaTypes = { json: 'application/json', multipart: 'multipart/form-data' } as const;

function answerDocumentation(answer: Answer): Record<string, unknown> {
  switch (answer.kind) {
    case 'empty':
      return { description: answer.description, type: 'null' };
    case 'file':
      return {
        description: answer.description,
        content: { [answer.mediaType]: { schema: { type: 'string' } } },
      };
    case 'json':
      return {
        description: answer.description,
        content: {
          'application/json': {
            schema: toJsonSchema(answer.schema, 'output'),
            examples: { example: { value: answer.example } },
          },
        },
      };
  }
}

/** One response per status, with an example for each code that comes under it. */
function errorResponses(route: Route): Record<string, unknown> {
  const codesByStatus: Record<number, ErrorCode[]> = {};
  for (const code of errorsOf(route)) (codesByStatus[errorStatuses[code]] ??= []).push(code);
  return mapValues(codesByStatus, (codes) => ({
    description: codes.join(', '),
    content: {
      'application/json': {
        schema: toJsonSchema(ErrorBody, 'output'),
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { msg: 'For a person.', code, request_id: '0190f1c2' } }]),
        ),
      },
    },
  }));
}

function mapValues<Value, Result>(
  record: Readonly<Record<number, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
