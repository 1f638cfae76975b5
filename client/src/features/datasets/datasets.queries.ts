import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import type { DatasetReading } from 'contract/datasets/readings.ts';
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
