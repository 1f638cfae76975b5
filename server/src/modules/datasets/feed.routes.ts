import { datasetFeedPath } from 'contract/datasets/datasets.constants.ts';
import { count } from 'contract/counts.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { type Html, html } from '#platform/mail/html.ts';
import { cacheEntry, sendCached } from '#plugins/day-cache.ts';
import type { DatasetStore } from './datasets.store.ts';
import { vintageRecord } from './vintages.ts';

interface FeedDependencies extends Pick<Dependencies, 'database' | 'publicUrl'> {
  store: DatasetStore;
}

const mostEntries = 50;
const cacheForOneHour = 'public, max-age=3600';

/** The latest vintages with new or changed figures, as an Atom feed (RFC 4287). */
export function datasetFeed(pages: FastifyInstance, { database, store, publicUrl }: FeedDependencies): void {
  pages.get(datasetFeedPath, async (request, reply) => {
    const rows = await database.prisma.datasetVintage.findMany({
      where: { slug: { in: [...store.release.keys()] }, OR: [{ added: { gt: 0 } }, { changed: { gt: 0 } }] },
      orderBy: [{ known_from: 'desc' }, { slug: 'asc' }],
      take: mostEntries,
      omit: { content: true },
    });
    const entries = rows.map((row) => {
      const title = store.release.get(row.slug)?.about.title ?? row.slug;
      return entryOf(vintageRecord(row), title, publicUrl);
    });
    const { markup } = html`<?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
        <title>Declassified: new figures</title>
        <id>${publicUrl}${datasetFeedPath}</id>
        <link rel="self" href="${publicUrl}${datasetFeedPath}" />
        <link href="${publicUrl}/data" />
        <updated>${rows[0]?.known_from.toISOString() ?? new Date(0).toISOString()}</updated>
        <author><name>Declassified</name></author>
        ${entries}</feed
      > `;
    reply.type('application/atom+xml; charset=utf-8');
    return sendCached(request, reply, cacheEntry(markup), cacheForOneHour);
  });
}

function entryOf(
  { slug, vintage, known_from, last, added, changed, removed }: ReturnType<typeof vintageRecord>,
  title: string,
  publicUrl: string,
): Html {
  const url = `${publicUrl}/data/${slug}?vintage=${vintage}`;
  return html`<entry>
    <title>${title}: figures to ${last}</title>
    <id>${url}#${known_from}</id>
    <link href="${url}" />
    <updated>${known_from}</updated>
    <summary>${count(added, 'figure')} added, ${changed} changed, ${removed} removed.</summary>
  </entry> `;
}
