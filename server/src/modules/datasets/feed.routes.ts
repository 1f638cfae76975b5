import { coverageText } from 'contract/datasets/dataset-age.ts';
import { datasetFeedPath } from 'contract/datasets/datasets.constants.ts';
import { count } from 'contract/counts.ts';
import type { Guide } from 'contract/guides/guides.ts';
import { pagePaths } from 'contract/page-paths.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { type Html, html } from '#platform/mail/html.ts';
import { cacheEntry, cacheForOneHour, sendCached } from '#plugins/day-cache.ts';
import type { DatasetAbout } from './dataset-content.ts';
import type { DatasetStore } from './datasets.store.ts';
import { vintageRecord } from './vintages.ts';

interface FeedDependencies extends Pick<Dependencies, 'database' | 'publicUrl'> {
  store: DatasetStore;
  guides: readonly Guide[];
}

const mostEntries = 50;

/** The latest vintages with new or changed figures, and the guides by their last change, as an Atom feed (RFC 4287). */
export function datasetFeed(
  pages: FastifyInstance,
  { database, store, guides, publicUrl }: FeedDependencies,
): void {
  pages.get(datasetFeedPath, async (request, reply) => {
    const rows = await database.prisma.datasetVintage.findMany({
      where: { slug: { in: [...store.release.keys()] }, OR: [{ added: { gt: 0 } }, { changed: { gt: 0 } }] },
      orderBy: [{ known_from: 'desc' }, { slug: 'asc' }],
      take: mostEntries,
      omit: { content: true },
    });
    const entries = [
      ...rows.flatMap((row) => {
        const about = store.release.get(row.slug)?.about;
        return about ? vintageEntry(vintageRecord(row), about, publicUrl) : [];
      }),
      ...guides.map((guide) => guideEntry(guide, publicUrl)),
    ]
      .toSorted((a, b) => b.updated.localeCompare(a.updated))
      .slice(0, mostEntries);
    const { markup } = html`<?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
        <title>Declassified: new figures and guides</title>
        <id>${publicUrl}${datasetFeedPath}</id>
        <link rel="self" href="${publicUrl}${datasetFeedPath}" />
        <link href="${publicUrl}/data" />
        <updated>${entries[0]?.updated ?? new Date(0).toISOString()}</updated>
        <author><name>Declassified</name></author>
        ${entries.map(writeEntry)}</feed
      > `;
    reply.type('application/atom+xml; charset=utf-8');
    return sendCached(request, reply, cacheEntry(markup), cacheForOneHour);
  });
}

function vintageEntry(
  { slug, vintage, known_from, last, added, changed, removed }: ReturnType<typeof vintageRecord>,
  { title, frequency }: DatasetAbout,
  publicUrl: string,
) {
  const url = `${publicUrl}/data/${slug}?vintage=${vintage}`;
  return {
    title: `${title}: figures ${coverageText(frequency, last)}`,
    id: `${url}#${known_from}`,
    url,
    // In UTC (RFC 3339).
    updated: known_from,
    summary: `${count(added, 'figure')} added, ${changed} changed, ${removed} removed.`,
  };
}

function guideEntry({ slug, title, summary, updated }: Guide, publicUrl: string) {
  const url = `${publicUrl}${pagePaths.guide.replace(':slug', slug)}`;
  return { title, id: `${url}#${updated}`, url, updated: `${updated}T00:00:00.000Z`, summary };
}

const writeEntry = ({ title, id, url, updated, summary }: ReturnType<typeof guideEntry>): Html =>
  html`<entry>
    <title>${title}</title>
    <id>${id}</id>
    <link href="${url}" />
    <updated>${updated}</updated>
    <summary>${summary}</summary>
  </entry> `;
