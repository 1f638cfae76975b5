import { storedChoice } from 'contract/fields.ts';
import { utcDay } from 'contract/days.ts';
import type { Revisions, DatasetPoint } from 'contract/datasets/datasets.ts';
import { addDays, nextPeriod } from 'contract/datasets/dataset-dates.ts';
import {
  consumerPricesSlug,
  datasetMessages,
  vintageNamePattern,
  vintageOrigins,
} from 'contract/datasets/datasets.constants.ts';
import { type DatasetReading, isRate, readingName, readingsOf } from 'contract/datasets/readings.ts';
import { notFound, validationFailed } from '#errors.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import type { Vintage } from './dataset-content.ts';
import { type DateRange, inRange } from './dataset-range.ts';
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

export async function listVintages({ database, store }: DatasetDependencies, slug: string) {
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

/** The figures of the range in a reading, with the unit of the reading. */
function readAs(
  vintage: Vintage,
  { as, prices, ...range }: DateRange & { as: DatasetReading; prices: Vintage | undefined },
): Vintage {
  const { series, frequency, unit } = vintage;
  if (as === 'value') return inRange(vintage, frequency, range);
  if (!series || !readingsOf(vintage).includes(as)) {
    throw validationFailed({ as: ['Must be a reading that makes sense for the figures.'] });
  }
  // The decimals are those of the published values.
  const computed = { ...vintage, decimals: null };
  const displayed = (points: DatasetPoint[]) =>
    inRange({ ...vintage, series: points }, frequency, range).series;
  switch (as) {
    case 'change_year':
    case 'change_period': {
      const changes = changesOf(vintage, series, as);
      const change = readingName(as, frequency).replace('Change ', '');
      return {
        ...computed,
        series: displayed(changes),
        unit: `${isRate(unit) ? 'percentage points' : 'per cent'} ${change}`,
      };
    }
    case 'index': {
      const points = displayed(series) ?? [];
      const [first] = points;
      const indexed = points.map(({ date, value }) => {
        return { date, value: rounded((100 * value) / (first?.value ?? value), 2) };
      });
      return { ...computed, series: indexed, unit: first ? `index, ${first.date} = 100` : 'index' };
    }
    case 'real': {
      const latest = prices?.series?.at(-1)?.date ?? '';
      const points = series.flatMap((point) => inDollarsOf(latest, point, prices?.series ?? []));
      return { ...computed, series: displayed(points), unit: unit.replace('current', latest) };
    }
  }
}

const yearBefore = (date: string) => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;

/** The change of each point, unless the point it is compared with is missing. Rates change by points, others in per cent. */
function changesOf({ frequency, unit }: Vintage, series: DatasetPoint[], as: DatasetReading): DatasetPoint[] {
  const values = new Map(series.map(({ date, value }) => [date, value]));
  const before = ({ date }: DatasetPoint, index: number): number | undefined => {
    if (as === 'change_period') {
      const previous = series[index - 1];
      const isNext = previous && [null, date].includes(nextPeriod(frequency, previous.date));
      return isNext ? previous.value : undefined;
    }
    const compared = yearBefore(date);
    // A change applies until the next one.
    return frequency === 'on change'
      ? series.findLast((point) => point.date <= compared)?.value
      : values.get(compared);
  };
  return series.flatMap((point, index) => {
    const former = before(point, index);
    if (former === undefined) return [];
    const change = point.value - former;
    return [
      { date: point.date, value: isRate(unit) ? rounded(change, 4) : rounded((100 * change) / former, 2) },
    ];
  });
}

/**
 * An annual amount in dollars of the quarter: multiplied by each later year's rise of consumer prices on the same quarter
 * of the year before. No figure if a rise is missing.
 */
function inDollarsOf(quarter: string, { date, value }: DatasetPoint, prices: DatasetPoint[]): DatasetPoint[] {
  const rises = prices.filter(
    (rise) => rise.date.slice(4) === quarter.slice(4) && rise.date.slice(0, 4) > date,
  );
  const years = Number(quarter.slice(0, 4)) - Number(date);
  if (years < 0 || rises.length !== years) return [];
  const real = rises.reduce((amount, rise) => amount * (1 + rise.value / 100), value);
  return [{ date, value: Math.round(real) }];
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals)) + 0;
