import * as contract from 'contract/datasets.ts';
import type { FastifyInstance } from 'fastify';
import { csvLine } from '#domain/csv-export.ts';
import { notFound } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import { cachedFor, dayCached, type DayCached, keptForDay } from '#day-cache.ts';
import { handle } from '#route.ts';
import type { DatasetContent } from './dataset-content.ts';
import { inRange } from './dataset-range.ts';
import { createDatasetStore } from './datasets.store.ts';

export function datasetRoutes(
  app: FastifyInstance,
  { database, folder }: { database: Database; folder: string },
): void {
  const store = createDatasetStore(database, folder);
  // Cached as long as the figures.
  const written = new WeakMap<object, DayCached>();
  const writeOnce = (figures: object, write: () => string): DayCached => {
    const cached = written.get(figures) ?? keptForDay(write());
    written.set(figures, cached);
    return cached;
  };

  handle(app, contract.listDatasets, async ({ request, reply }) => {
    const datasets = await store.current();
    const list = () => JSON.stringify({ data: [...datasets.values()].map(({ facts }) => facts) });
    return cachedFor(request, reply, writeOnce(datasets, list));
  });

  handle(app, contract.getDataset, async ({ params, query: { from, to, format }, request, reply }) => {
    const dataset = (await store.current()).get(params.slug);
    if (!dataset) throw notFound();
    const isWhole = from === undefined && to === undefined;
    const requested = isWhole ? dataset : inRange(dataset, { from, to });
    if (format !== 'csv') {
      const json = isWhole ? writeOnce(dataset, () => jsonOf(dataset)) : dayCached(jsonOf(requested));
      return cachedFor(request, reply, json);
    }
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${params.slug}.csv"`);
    return cachedFor(request, reply, dayCached(csvOf(requested)));
  });
}

const jsonOf = ({ facts, series, rows }: DatasetContent) =>
  JSON.stringify({ data: { ...facts, ...(series && { series }), ...(rows && { rows }) } });

function csvOf({ series, rows }: DatasetContent): string {
  const lines = series
    ? [['date', 'value'], ...series.map(({ date, value }) => [date, value])]
    : [
        ['year', 'income_over', 'rate_percent'],
        ...(rows ?? []).flatMap(({ year, brackets }) =>
          brackets.map(({ income_over, rate_percent }) => [year, income_over, rate_percent]),
        ),
      ];
  return lines.map(csvLine).join('');
}
