import { byteOrderMark } from 'contract/csv-cells.ts';
import { consumerPricesSlug, datasetMessages } from 'contract/datasets/datasets.constants.ts';
import * as contract from 'contract/datasets/datasets.ts';
import { readingName } from 'contract/datasets/readings.ts';
import type { FastifyInstance } from 'fastify';
import {
  sendCached,
  cacheEntry,
  type CacheEntry,
  compressedCacheEntry,
  cacheForOneYear,
} from '#plugins/day-cache.ts';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { csvOf } from './dataset-csv.ts';
import { readAs } from './dataset-reading.ts';
import { findVintage, listRevisions, listVintages } from './datasets.service.ts';
import type { DatasetStore } from './datasets.store.ts';
import { followDataset, listFollowedDatasets, unfollowDataset } from './follows.service.ts';
import { refreshSources } from './refresh/refresh-sources.ts';
import { listRefreshes, refreshLimiter, requestRefresh } from './refresh/refreshes.service.ts';
import type { Vintage } from './dataset-content.ts';

interface DatasetRouteDependencies extends Pick<Dependencies, 'database' | 'settings' | 'publicUrl'> {
  store: DatasetStore;
  /** An operator's URLs, by slug. */
  dataUrls: ReadonlyMap<string, string>;
}

export function datasetRoutes(
  app: FastifyInstance,
  { database, settings, store, publicUrl, dataUrls }: DatasetRouteDependencies,
): void {
  const deps = { database, settings, store, sources: refreshSources(store.release, dataUrls) };
  // Cached as long as the figures.
  const written = new WeakMap<object, CacheEntry>();
  const writeOnce = (figures: object, write: () => string): CacheEntry => {
    const cached = written.get(figures) ?? compressedCacheEntry(write());
    written.set(figures, cached);
    return cached;
  };

  handle(app, contract.listDatasets, async ({ request, reply }) => {
    const datasets = await store.current();
    return sendCached(
      request,
      reply,
      writeOnce(datasets, () => JSON.stringify({ data: [...datasets.values()].map(recordOf) })),
    );
  });

  handle(app, contract.getDataset, async ({ params, query, request, reply }) => {
    const { from, to, as = 'value', format, cite, ...choice } = query;
    const vintage = await findVintage(deps, params.slug, choice);
    const isWhole = from === undefined && to === undefined && as === 'value';
    const current = await store.current();
    const prices = current.get(consumerPricesSlug);
    const requested = isWhole ? vintage : readAs(vintage, { from, to, as, prices });
    const source = sourceOf(vintage, publicUrl);
    // Today's dollars change with the consumer prices.
    const maxAge = choice.vintage === undefined || as === 'real' ? undefined : cacheForOneYear;
    if (format !== 'csv') {
      const isCurrent = vintage === current.get(params.slug);
      const json = () => jsonOf(requested, source);
      const cached = isWhole && isCurrent ? writeOnce(vintage, json) : cacheEntry(json());
      return sendCached(request, reply, cached, maxAge);
    }
    const reading = as === 'value' ? '' : `# ${readingName(as, vintage.frequency)}: ${requested.unit}\r\n`;
    const citation = cite === 'true' ? `${reading}# ${source.citation}\r\n# ${vintage.source_terms}\r\n` : '';
    const fileName = [params.slug, vintage.vintage, ...(as === 'value' ? [] : [as])].join('-');
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}.csv"`);
    return sendCached(
      request,
      reply,
      cacheEntry(byteOrderMark + csvOf(requested, as) + citation, vintage.vintage),
      maxAge,
    );
  });

  handle(app, contract.listVintages, async ({ params }) => ({ data: await listVintages(deps, params.slug) }));

  handle(app, contract.listRevisions, async ({ params, query }) => ({
    data: await listRevisions(deps, params.slug, query),
  }));

  handle(app, contract.listFollowedDatasets, async ({ caller }) => ({
    data: await listFollowedDatasets(deps, caller),
  }));
  handle(app, contract.followDataset, ({ params, caller }) => followDataset(deps, caller, params.slug));
  handle(app, contract.unfollowDataset, ({ params, caller }) => unfollowDataset(deps, caller, params.slug));

  handle(app, contract.listRefreshes, () => listRefreshes(deps));

  const limitRefreshes = refreshLimiter(deps.database);
  handle(app, contract.refreshDataset, async ({ params, ...actor }) => {
    await requestRefresh({ ...deps, limitRefreshes }, actor, params.slug);
    return { msg: datasetMessages.refreshQueued };
  });
}

const recordOf = ({ retrieved: _retrieved, series: _series, rows: _rows, ...record }: Vintage) => record;

function sourceOf({ slug, source, title, last, retrieved, vintage }: Vintage, publicUrl: string) {
  const permalink = `${publicUrl}/data/${slug}?vintage=${vintage}`;
  const citation = `${source}. ${title}, figures to ${last}, retrieved ${retrieved}, vintage ${vintage}. ${permalink}`;
  return { permalink, citation };
}

const jsonOf = ({ series, rows, ...vintage }: Vintage, source: ReturnType<typeof sourceOf>) =>
  JSON.stringify({ data: { ...vintage, ...source, ...(series && { series }), ...(rows && { rows }) } });
