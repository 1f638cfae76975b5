import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { site } from 'contract/texts.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { openApiDocument } from './openapi-document.ts';

/** The OpenAPI document, as `app.swagger()`, and the page at `/api/docs` that shows it. */
export default fp(async (app: FastifyInstance, { serverUrl }: { serverUrl: string }) => {
  // The two libraries have types of their own for the one format.
  const specification = { document: openApiDocument(serverUrl) } as StaticDocumentSpec;
  await app.register(swagger, { mode: 'static', specification });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: `${site.name} API` },
    uiConfig: { layout: 'BaseLayout' },
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
