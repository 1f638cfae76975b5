import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';

export const datasetList = queryOptions({
  ...apiQuery('listDatasets'),
  select: ({ data }) => data,
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

export const dataset = (slug: string, query: DatasetRange & DatasetVersion = {}) => ({
  ...apiQuery('getDataset', { params: { slug }, query: { ...query } }),
  select: ({ data }: ResponseOf<'getDataset'>) => data,
  staleTime: Infinity,
});
