import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import { type DatasetReading, datasetReadings } from 'contract/datasets/readings.ts';
import { operations } from 'contract/operations.ts';
import {
  dataset,
  datasetList,
  type DatasetRange,
  type DatasetResponse,
  type DatasetVersion,
} from '#parts/datasets/datasets.queries.ts';
import type { ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';
import { isDay } from 'contract/days.ts';
import { isPeriod, readParameters } from '#parts/format/calendar-dates.ts';

/** What the list displays of a dataset. */
export const listFields = [
  'slug',
  'title',
  'unit',
  'decimals',
  'frequency',
  'topic',
  'cell',
  'last',
  'latest',
  'next_due',
] as const satisfies (keyof Dataset)[];
export type ListedDataset = Pick<Dataset, (typeof listFields)[number]>;

/** The page of the dataset has the whole source. */
export const publisherOf = (source: string): string => source.split(',')[0] ?? source;

/** The list with only these facts, as the server's page has it. */
export const shortList = {
  ...datasetList,
  queryKey: ['listDatasets', 'short'],
  select: datasetList.select as (response: ResponseOf<'listDatasets'>) => readonly ListedDataset[],
};

/** What the chart of the cash rate and the loan that followed it need of its dataset. */
export interface CashRate extends Pick<
  Dataset,
  'frequency' | 'first' | 'last' | 'vintage' | 'source' | 'next_due' | 'late_from' | 'missing'
> {
  series?: readonly DatasetPoint[] | undefined;
}

/** The cash rate with only these facts, as the server's page has it. */
export const cashRate = {
  ...dataset(cashRateSlug),
  queryKey: ['getDataset', 'cash rate'],
  select: dataset(cashRateSlug).select as (response: DatasetResponse) => CashRate,
};

export const vintageList = (slug: string) => ({
  ...apiQuery('listVintages', { params: { slug } }),
  select: ({ data }: ResponseOf<'listVintages'>) => data,
});

/** The changes between two vintages. */
export const revisions = (slug: string, names: { before?: string; after: string }) => ({
  ...apiQuery('listRevisions', { params: { slug }, query: names }),
  select: ({ data }: ResponseOf<'listRevisions'>) => data,
  staleTime: Infinity,
});

/** The stable URL of these figures, for programs and spreadsheets. The CSV ends with its citation and terms. */
export function datasetUrl(
  slug: string,
  format: 'csv' | 'json',
  range: DatasetRange & DatasetVersion & { as?: DatasetReading },
): string {
  const query = new URLSearchParams({ format, ...range, ...(format === 'csv' && { cite: 'true' }) });
  return `${operations.getDataset.url.replace(':slug', slug)}?${query.toString()}`;
}

/** The parameters of a dataset's page: the range, the vintage, the reading and the second series. */
export const datasetParameters = ['from', 'to', 'as_of', 'vintage', 'as', 'with'] as const;

const readingOf = (text: string | undefined): DatasetReading | undefined =>
  datasetReadings.find((one) => one === text);

export function datasetChoice(search: URLSearchParams) {
  const valueOf = (name: (typeof datasetParameters)[number]) => search.get(name) ?? '';
  const { read, unrecognized } = readParameters(search, {
    from: isPeriod,
    to: isPeriod,
    as_of: isDay,
    as: (text) => readingOf(text) !== undefined,
  });
  const { from = '', to = '', as_of: asOf = '' } = read;
  const reading = readingOf(read.as) ?? 'value';
  const vintage = valueOf('vintage');
  const range: DatasetRange = { ...(from && { from }), ...(to && { to }) };
  const version: DatasetVersion = asOf ? { as_of: asOf } : vintage ? { vintage } : {};
  return { range, version, reading, asOf, vintage, other: valueOf('with'), unrecognized };
}

/** The query of the figures that the URL chooses. */
export function chosenDataset(slug: string, search: URLSearchParams) {
  const { range, version, reading } = datasetChoice(search);
  return dataset(slug, { ...range, ...version, ...(reading !== 'value' && { as: reading }) });
}
