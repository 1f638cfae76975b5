import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import apiDocs from './api-docs.ts';
import { type OpenApiDocument, openApiDocument } from './openapi-document.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Describes every operation that is served; to be asked once all routes are declared. */
    openApiDocument: () => OpenApiDocument;
  }
}

/** The OpenAPI document of every operation that keeps a contract, and the page that shows it. */
export default fp(async (app: FastifyInstance, { serverUrl }: { serverUrl: string }) => {
  let document: OpenApiDocument | undefined;
  app.decorate('openApiDocument', () => (document ??= openApiDocument(app.contracts, serverUrl)));
  await app.register(apiDocs);
});
