import { createHash } from 'node:crypto';
import { operations } from 'contract/operations.ts';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#errors.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { html } from '#platform/mail/html.ts';
import { cacheForOneDay, cacheForOneHour, isCurrent } from '#plugins/day-cache.ts';
import { makePicture } from './preview-picture.ts';
import { type PublicPages, pageCost, pageOfPicture, pictureCost } from './public-pages.ts';

interface PageRoutesOptions {
  publicPages: PublicPages;
  publicUrl: string;
}

/** What search engines and the previews of links read besides the pages. */
export default async function pageRoutes(
  pages: FastifyInstance,
  { publicPages, publicUrl }: PageRoutesOptions,
): Promise<void> {
  // A search engine cannot reach a machine that serves only itself.
  const sitemap = isLoopback(new URL(publicUrl).hostname) ? '' : `\nSitemap: ${publicUrl}/sitemap.xml\n`;
  pages.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheForOneHour)
      .send(`User-agent: *\nDisallow: /api/\nAllow: ${operations.listDatasets.url}\n${sitemap}`),
  );

  pages.get('/sitemap.xml', async (_request, reply) => {
    const urls = (await publicPages.list()).map(({ url, changed }) =>
      changed === undefined
        ? html`<url><loc>${publicUrl}${url}</loc></url>`
        : html`<url><loc>${publicUrl}${url}</loc><lastmod>${changed}</lastmod></url>`,
    );
    const { markup } = html`<?xml version="1.0" encoding="utf-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    return reply.type('application/xml; charset=utf-8').header('cache-control', cacheForOneHour).send(markup);
  });

  pages.get('/preview/*', async (request, reply) => {
    const url = pageOfPicture(request.url);
    const charge = () => pages.chargeComputation(request, pageCost);
    const found = url === undefined ? undefined : await publicPages.find(url, charge);
    if (!found?.page) throw notFound();
    const { page } = found;
    if (!page.picture) {
      await pages.chargeComputation(request, pictureCost);
      // Another request may have begun to draw it meanwhile.
      page.picture ??= makePicture(page.head);
    }
    // The next request tries again.
    page.picture.catch(() => delete page.picture);
    const picture = await page.picture;
    const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`;
    reply
      .header('cache-control', cacheForOneDay)
      .header('etag', etag)
      // Other sites display it.
      .header('cross-origin-resource-policy', 'cross-origin');
    return isCurrent(request, etag) ? reply.status(304).send() : reply.type('image/png').send(picture);
  });
}
