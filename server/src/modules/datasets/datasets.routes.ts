import { byteOrderMark } from 'contract/csv-cells.ts';
import { datasetMessages } from 'contract/datasets/datasets.constants.ts';
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
import {
  findVintage,
  listRevisions,
  listVintages,
  readingOf,
  recordOf,
  sourceOf,
  withSource,
} from './datasets.service.ts';
import type { DatasetStore } from './datasets.store.ts';
import { followDataset, listFollowedDatasets, unfollowDataset } from './follows.service.ts';
import { refreshSources } from './refresh/refresh-sources.ts';
import { listRefreshes, refreshLimiter, requestRefresh } from './refresh/refreshes.service.ts';

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
    const requested = await readingOf(store, vintage, { from, to, as });
    // Today's dollars change with the consumer prices.
    const maxAge = choice.vintage === undefined || as === 'real' ? undefined : cacheForOneYear;
    if (format !== 'csv') {
      const isCurrent = requested === (await store.current()).get(params.slug);
      const json = () => JSON.stringify({ data: withSource(requested, publicUrl) });
      const cached = isCurrent ? writeOnce(vintage, json) : cacheEntry(json());
      return sendCached(request, reply, cached, maxAge);
    }
    const reading = as === 'value' ? '' : `# ${readingName(as, vintage.frequency)}: ${requested.unit}\r\n`;
    const citation = cite
      ? `${reading}# ${sourceOf(vintage, publicUrl).citation}\r\n# ${vintage.source_terms}\r\n`
      : '';
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
