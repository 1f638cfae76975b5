import { queryOptions } from '@tanstack/react-query';
import type { Dataset } from 'contract/datasets/datasets.ts';
import type { DatasetReading } from 'contract/datasets/readings.ts';
import type { ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';

/** Browsers cache a response for a day, so it may be one of the release before, which lacks these fields. */
const laterFields = { topic: 'Economy', words: [], missing: null, latest: [] } as const;
const completed = <Facts extends Dataset>(facts: Facts): Facts => ({ ...laterFields, ...facts });

export const datasetList = queryOptions({
  ...apiQuery('listDatasets'),
  select: ({ data }) => data.map(completed),
  staleTime: Infinity,
});

export interface DatasetRange {
  from?: string;
  to?: string;
}

/** Selects an earlier vintage by day or by name; an empty object selects the current figures. */
export interface DatasetVersion {
  as_of?: string;
  vintage?: string;
}

export const dataset = (
  slug: string,
  query: DatasetRange & DatasetVersion & { as?: DatasetReading } = {},
) => ({
  ...apiQuery('getDataset', { params: { slug }, query: { ...query } }),
  select: ({ data }: ResponseOf<'getDataset'>) => completed(data),
  staleTime: Infinity,
});
