import * as contract from 'contract/guides/guides.ts';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#errors.ts';
import { sendCached, compressedCacheEntry } from '#plugins/day-cache.ts';
import { handle } from '#plugins/route.ts';
import { readGuides } from './guides.files.ts';

export function guideRoutes(app: FastifyInstance, { folder }: { folder: string }): void {
  const guides = readGuides(folder);
  const heads = guides.map(({ body: _body, ...head }) => head);
  const list = compressedCacheEntry(JSON.stringify({ data: heads }));
  const bySlug = new Map(
    guides.map((guide) => [guide.slug, compressedCacheEntry(JSON.stringify({ data: guide }))]),
  );

  handle(app, contract.listGuides, ({ request, reply }) => sendCached(request, reply, list));

  handle(app, contract.getGuide, ({ params, request, reply }) => {
    const guide = bySlug.get(params.slug);
    if (!guide) throw notFound();
    return sendCached(request, reply, guide);
  });
}
