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

/** What a card displays of a dataset. */
export const cardFields = [
  'slug',
  'title',
  'source',
  'unit',
  'decimals',
  'frequency',
  'topic',
  'last',
  'latest',
  'next_due',
  'late_from',
] as const satisfies (keyof Dataset)[];
export type CardFacts = Pick<Dataset, (typeof cardFields)[number]>;

/** The list with only these facts, as the server's page has it. */
export const cardList = {
  ...datasetList,
  queryKey: ['listDatasets', 'cards'],
  select: datasetList.select as (response: ResponseOf<'listDatasets'>) => readonly CardFacts[],
};

/** What the chart of the cash rate and the loan that followed it need of its dataset. */
export interface CashRate extends Pick<
  Dataset,
  'frequency' | 'first' | 'last' | 'vintage' | 'next_due' | 'late_from'
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
