import { storedChoice } from 'contract/fields.ts';
import { utcDay } from 'contract/days.ts';
import type { Revisions, Vintage as ListedVintage } from 'contract/datasets/datasets.ts';
import { addDays } from 'contract/datasets/dataset-dates.ts';
import {
  consumerPricesSlug,
  datasetMessages,
  vintageNamePattern,
  vintageOrigins,
} from 'contract/datasets/datasets.constants.ts';
import type { DatasetReading } from 'contract/datasets/readings.ts';
import { notFound, validationFailed } from '#errors.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import type { Vintage } from './dataset-content.ts';
import type { DateRange } from './dataset-range.ts';
import { readAs } from './dataset-reading.ts';
import type { DatasetStore } from './datasets.store.ts';
import { comparePoints } from './revisions.ts';
import { readVintage, vintageRecord } from './vintages.ts';

interface DatasetDependencies extends HasDatabase {
  store: DatasetStore;
}

interface VintageChoice {
  /** The last day on which the vintage was the current one. */
  as_of?: string | undefined;
  vintage?: string | undefined;
}

/** The current vintage is in memory, so it is served while the database is down. */
export async function findVintage(
  { database, store }: DatasetDependencies,
  slug: string,
  { as_of, vintage: name }: VintageChoice,
): Promise<Vintage> {
  const { dataset, current } = await datasetOf(store, slug);
  if (as_of !== undefined && as_of > utcDay(new Date())) {
    throw validationFailed({ as_of: [datasetMessages.dayInFuture] });
  }
  const before = as_of === undefined ? undefined : addDays(as_of, 1);
  const isCurrent =
    name === undefined ? before === undefined || current.known_from < before : name === current.vintage;
  if (isCurrent) return current;
  // PostgreSQL has no year 0.
  const canExist =
    name === undefined ? as_of === undefined || as_of >= '0001' : vintageNamePattern.test(name);
  const found = canExist ? await readVintage(database.prisma, dataset, { name, before }) : null;
  if (!found) throw notFound();
  return found;
}

async function datasetOf(store: DatasetStore, slug: string) {
  const [dataset, current] = [store.release.get(slug), (await store.current()).get(slug)];
  if (!dataset || !current) throw notFound();
  return { dataset, current };
}

interface Reading extends VintageChoice, DateRange {
  as?: DatasetReading | undefined;
}

/** The figures of a vintage, whole or in a range and a reading, with their source. */
export async function readDataset(
  deps: DatasetDependencies & { publicUrl: string },
  slug: string,
  { from, to, as = 'value', ...choice }: Reading,
) {
  const vintage = await findVintage(deps, slug, choice);
  return withSource(await readingOf(deps.store, vintage, { from, to, as }), deps.publicUrl);
}

/** The vintage itself, if the whole of it is requested. */
export async function readingOf(
  store: DatasetStore,
  vintage: Vintage,
  { from, to, as }: DateRange & { as: DatasetReading },
): Promise<Vintage> {
  if (from === undefined && to === undefined && as === 'value') return vintage;
  const prices = (await store.current()).get(consumerPricesSlug);
  return readAs(vintage, { from, to, as, prices });
}

export function withSource({ series, rows, ...vintage }: Vintage, publicUrl: string) {
  return {
    ...vintage,
    ...sourceOf(vintage, publicUrl),
    ...(series && { series }),
    ...(rows && { rows }),
  };
}

export function sourceOf(
  { slug, source, title, last, retrieved, vintage }: Omit<Vintage, 'series' | 'rows'>,
  publicUrl: string,
) {
  const permalink = `${publicUrl}/data/${slug}?vintage=${vintage}`;
  const citation = `${source}. ${title}, figures to ${last}, retrieved ${retrieved}, vintage ${vintage}. ${permalink}`;
  return { permalink, citation };
}

/** All datasets without their figures. */
export const listDatasets = async (store: DatasetStore) =>
  [...(await store.current()).values()].map(recordOf);

export const recordOf = ({ retrieved: _retrieved, series: _series, rows: _rows, ...record }: Vintage) =>
  record;

const Origin = storedChoice(vintageOrigins, 'import');

export async function listVintages(
  { database, store }: DatasetDependencies,
  slug: string,
): Promise<ListedVintage[]> {
  await datasetOf(store, slug);
  const rows = await database.prisma.datasetVintage.findMany({
    where: { slug },
    orderBy: { known_from: 'desc' },
    omit: { content: true },
  });
  return rows.map((row) => ({ ...vintageRecord(row), origin: Origin.parse(row.origin) }));
}

export async function listRevisions(
  deps: DatasetDependencies,
  slug: string,
  names: { before?: string | undefined; after?: string | undefined },
): Promise<Revisions> {
  const { dataset } = await datasetOf(deps.store, slug);
  const after = await findVintage(deps, slug, { vintage: names.after });
  const before =
    names.before === undefined
      ? await readVintage(deps.database.prisma, dataset, { before: after.known_from })
      : await findVintage(deps, slug, { vintage: names.before });
  return {
    before: before?.vintage ?? null,
    after: after.vintage,
    first_covered: { before: before?.first ?? null, after: after.first },
    last_covered: { before: before?.last ?? null, after: after.last },
    ...comparePoints(before, after),
  };
}
