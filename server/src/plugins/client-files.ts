import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { notFound } from '#errors.ts';
import { sendError } from './error-handler.ts';

/** Hashed names never change their content. */
const assetMaxAgeSeconds = 365 * 24 * 60 * 60;

/** The built client: hashed assets for ever, and its page for every other GET outside the API. */
export default fp(async (app: FastifyInstance, { folder }: { folder: string }) => {
  const page = 'index.html';
  const isBuilt = existsSync(join(folder, page));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets'));
        reply.header(
          'cache-control',
          isHashed ? `public, max-age=${assetMaxAgeSeconds}, immutable` : 'no-cache',
        );
      },
    });
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage =
      isBuilt && ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets|mailbox)(\/|$)/.test(path);
    return isPage ? reply.sendFile(page) : sendError(notFound(), request, reply);
  });
});
