import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#errors.ts';
import { sendError } from './error-handler.ts';
import { isPageUrl } from './page-urls.ts';

/** A file with a hash in its name never changes. */
const assetMaxAgeSeconds = 365 * 24 * 60 * 60;

const vectorImage = /\.svg(\.(br|gz))?$/;

/** Hashed assets are cached for a year. Every other GET outside the API returns the page. */
export default async function clientFiles(
  app: FastifyInstance,
  { folder }: { folder: string },
): Promise<void> {
  const page = 'index.html';
  const isBuilt = existsSync(join(folder, page));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      // Served instead of the uncompressed files, never by their own names.
      globIgnore: ['**/*.br', '**/*.gz', '**/.*'],
      // The files are small, and an invalid range would be another error to handle.
      acceptRanges: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // The plugin sets the encoding of other texts itself.
        if (vectorImage.test(path)) reply.type('image/svg+xml; charset=utf-8');
        const isHashed = path.startsWith(join(folder, 'assets'));
        reply.header(
          'cache-control',
          isHashed ? `public, max-age=${assetMaxAgeSeconds}, immutable` : 'no-cache',
        );
      },
    });
  }

  app.setNotFoundHandler((request, reply) => {
    const isPage = isBuilt && ['GET', 'HEAD'].includes(request.method) && isPageUrl(request.url);
    return isPage ? reply.sendFile(page) : sendError(notFound(), request, reply);
  });
}
