import * as contract from 'contract/guides/guides.ts';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#errors.ts';
import { cacheEntry, compressedCacheEntry, sendCached } from '#plugins/day-cache.ts';
import { handle } from '#plugins/route.ts';
import { type GuideText, headOf, readGlossary } from './guides.files.ts';

interface GuideFiles {
  guides: readonly GuideText[];
  glossaryFile: string;
}

export function guideRoutes(app: FastifyInstance, { guides, glossaryFile }: GuideFiles): void {
  const list = compressedCacheEntry(JSON.stringify({ data: guides.map(headOf) }));
  const bySlug = new Map(
    guides.map((guide) => [guide.slug, compressedCacheEntry(JSON.stringify({ data: guide }))]),
  );

  const terms = readGlossary(glossaryFile);
  const glossary = compressedCacheEntry(JSON.stringify({ data: terms }));

  handle(app, contract.listGlossary, ({ query: { text }, request, reply }) => {
    if (text === undefined) return sendCached(request, reply, glossary);
    const found = terms.filter(({ term }) => term.toLowerCase().includes(text.toLowerCase()));
    return sendCached(request, reply, cacheEntry(JSON.stringify({ data: found })));
  });

  handle(app, contract.listGuides, ({ request, reply }) => sendCached(request, reply, list));

  handle(app, contract.getGuide, ({ params, request, reply }) => {
    const guide = bySlug.get(params.slug);
    if (!guide) throw notFound();
    return sendCached(request, reply, guide);
  });
}
