import { getGuide, listGuides } from 'contract/guides.ts';
import type { FastifyInstance } from 'fastify';
import { guidesFolder } from '#config.ts';
import { notFound } from '#errors.ts';
import { cachedFor, dayCached } from '#plugins/day-cache.ts';
import { handle } from '#route.ts';
import { readGuides } from './guides.files.ts';

export function guideRoutes(app: FastifyInstance): void {
  const guides = readGuides(guidesFolder);
  const list = dayCached(JSON.stringify({ data: guides.map(({ body: _, ...guide }) => guide) }));
  const bySlug = new Map(guides.map((guide) => [guide.slug, dayCached(JSON.stringify({ data: guide }))]));

  handle(app, listGuides, ({ request, reply }) => cachedFor(request, reply, list));

  handle(app, getGuide, ({ params, request, reply }) => {
    const guide = bySlug.get(params.slug);
    if (!guide) throw notFound();
    return cachedFor(request, reply, guide);
  });
}
