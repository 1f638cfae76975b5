import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#errors.ts';
import { sendError } from './error-handler.ts';
import { sendCached } from './day-cache.ts';
import { pageStatus } from './page-urls.ts';
import type { PublicPages } from './pages/public-pages.ts';

/** A file with a hash in its name never changes. */
const assetMaxAgeSeconds = 365 * 24 * 60 * 60;

/** Everybody gets the same page, and a release or a new figure arrives with the next visit. */
const cachedButChecked = 'public, no-cache';
/** The cost of a page with terms, in the unit of `rateLimits.computation`. */
const pageCost = 20_000;

const missing = { exists: false } as const;

const vectorImage = /\.svg(\.(br|gz))?$/;

interface ClientFilesOptions {
  folder: string;
  publicPages: PublicPages;
}

/**
 * Hashed assets are cached for a year. Every other GET outside the API returns the page, if it does not name a file. The
 * status of an unknown page is 404.
 */
export default async function clientFiles(
  app: FastifyInstance,
  { folder, publicPages }: ClientFilesOptions,
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

  app.setNotFoundHandler(async (request, reply) => {
    const status = isBuilt && ['GET', 'HEAD'].includes(request.method) ? pageStatus(request.url) : undefined;
    if (!status) return sendError(notFound(), request, reply);
    const found =
      status === 200
        ? await publicPages.find(request.url, () => app.chargeComputation(request, pageCost))
        : missing;
    if (found?.exists) {
      reply.type('text/html; charset=utf-8');
      return sendCached(request, reply, found.entry, cachedButChecked);
    }
    if (found) {
      const entry = await publicPages.notFound();
      if (entry)
        return reply
          .code(404)
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(entry.content);
    }
    // Without validators, so that no client can ask for the 404 conditionally and get a blank page.
    const isKnown = status === 200;
    return reply.code(status).sendFile(page, { etag: isKnown, lastModified: isKnown });
  });
}
