import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, notFound } from '#errors.ts';
import { sendError } from './error-handler.ts';
import { sendCached, varyOf } from './day-cache.ts';
import { pageStatus, redirectedUrl } from './page-urls.ts';
import pageRoutes from './pages/page-routes.ts';
import { type FoundPage, pageCost, type PublicPages } from './pages/public-pages.ts';

/** A file with a hash in its name never changes. */
const assetMaxAgeSeconds = 365 * 24 * 60 * 60;

/** Everybody gets the same page, and a release or a new figure arrives with the next visit. */
const cachedButChecked = 'public, no-cache';
const isEmbedded = (url: string) => /^\/embed\//i.test(url);

/** The page has neither a session nor a control. */
function allowFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply
    .removeHeader('x-frame-options')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header(
      'content-security-policy',
      policy
        .replace("frame-ancestors 'none'", 'frame-ancestors *')
        .replace("script-src 'self'", "script-src 'none'"),
    );
}

/** A browser loads it again by itself: by its header, and at a URL with a fragment by its script. */
const busyPage = (seconds: string) => `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>Declassified</title>
<p>The page cannot be displayed at the moment. Please try again soon.</p>
<script src="/try-again.js" data-seconds="${seconds}"></script>`;

const missing: FoundPage = { exists: false };

const vectorImage = /\.svg(\.(br|gz))?$/;

interface ClientFilesOptions {
  folder: string;
  publicPages: PublicPages;
  publicUrl: string;
}

/**
 * Hashed assets are cached for a year. Every other GET outside the API returns the page, if it does not name a file. The
 * status of an unknown page is 404.
 */
export default async function clientFiles(
  app: FastifyInstance,
  { folder, publicPages, publicUrl }: ClientFilesOptions,
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
        reply.header('vary', varyOf(reply));
        // The page of the app without content is no page for search engines.
        if (path.startsWith(join(folder, page))) reply.header('x-robots-tag', 'noindex');
        if (vectorImage.test(path)) reply.type('image/svg+xml; charset=utf-8');
        const isHashed = path.startsWith(join(folder, 'assets'));
        reply.header(
          'cache-control',
          isHashed ? `public, max-age=${assetMaxAgeSeconds}, immutable` : 'no-cache',
        );
      },
    });
  }

  await app.register(pageRoutes, { publicPages, publicUrl });

  app.setNotFoundHandler(async (request, reply) => sendError(notFound(), request, reply));

  app.get('/*', async (request, reply) => {
    const status = isBuilt ? pageStatus(request.url) : undefined;
    if (!status) throw notFound();
    const target = status === 200 ? redirectedUrl(request.url) : undefined;
    if (target !== undefined) return reply.redirect(target, 308);
    let found: FoundPage | undefined = missing;
    if (status === 200) {
      try {
        const charge = () => app.chargeComputation(request, pageCost);
        found = await publicPages.find(request.url, charge);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // A page without its content would be remembered by search engines.
        if (isEmbedded(request.url)) allowFrames(reply);
        const seconds = String(Math.ceil(error.retryAfterSeconds ?? 1));
        // Browsers heed only the second.
        const again = { 'retry-after': seconds, refresh: seconds };
        return reply
          .code(error.statusCode)
          .headers({ ...again, 'cache-control': 'no-store' })
          .type('text/html; charset=utf-8')
          .send(busyPage(seconds));
      }
    }
    if (found?.page) {
      reply.type('text/html; charset=utf-8');
      if (found.page.isEmbedded) allowFrames(reply);
      return sendCached(request, reply, found.page.entry, cachedButChecked);
    }
    // Only the page without a script may be in a frame, so no other page stands in for it, and no cookie is set.
    if (isEmbedded(request.url)) {
      allowFrames(reply);
      const isMissing = found?.exists === false;
      return reply
        .code(isMissing ? 404 : 503)
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send(
          isMissing
            ? 'There is no series at this URL.'
            : 'The series cannot be displayed at the moment. Please try again soon.',
        );
    }
    if (found?.exists === false) {
      const entry = await publicPages.notFound();
      if (entry)
        return reply
          .code(404)
          .header('cache-control', cachedButChecked)
          .header('vary', varyOf(reply))
          .type('text/html; charset=utf-8')
          .send(entry.content);
    }
    const isKnown = status === 200;
    const shell = isKnown ? await publicPages.shell(request.url) : undefined;
    if (shell) {
      reply.type('text/html; charset=utf-8').header('x-robots-tag', 'noindex');
      return sendCached(request, reply, shell, 'no-cache');
    }
    // Without validators, so that no client can ask for the 404 conditionally and get a blank page.
    return reply.code(status).sendFile(page, { etag: isKnown, lastModified: isKnown });
  });
}
