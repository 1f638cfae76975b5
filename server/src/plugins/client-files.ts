import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#errors.ts';
import { sendError } from './error-handler.ts';

/** Hashed names never change their content. */
const assetMaxAgeSeconds = 365 * 24 * 60 * 60;

/** The API's paths and names of built files: these never fall back to the page. */
const notPages = /^\/(api|assets|mailbox)(\/|$)|\/\.[^/]*$|\.(br|gz)$/;

const vectorImage = /\.svg(\.(br|gz))?$/;

/** Hashed assets are cached for ever; every other GET outside the API gets the page. */
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
      // Served instead of their originals, never by their own names.
      globIgnore: ['**/*.br', '**/*.gz', '**/.*'],
      // The files are small, and an invalid range would be one more failure to answer.
      acceptRanges: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // The plugin names the encoding of other texts itself.
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
    const isPage =
      isBuilt && ['GET', 'HEAD'].includes(request.method) && !notPages.test(normalizedPath(request.url));
    return isPage ? reply.sendFile(page) : sendError(notFound(), request, reply);
  });
}

/**
 * The URL for routing: a page's with invalid escapes, which would be refused before routing, is
 * escaped again, and so gets the page that says "not found".
 */
export function routedUrl({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url;
  const path = url.split(/[?#]/)[0] ?? '';
  if (isReadable(path)) return url;
  const readable = path.replace(/%(?![0-7][\da-f])/gi, '%25');
  return notPages.test(normalizedPath(readable)) ? url : readable + url.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

/** Normalizes a path as a lenient proxy would, whatever its spelling. */
function normalizedPath(url: string): string {
  const path = url.split(/[?#]/)[0] ?? '';
  return decodeURI(path).replace(/\/+/g, '/').toLowerCase();
}
