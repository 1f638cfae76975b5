import { queryOptions } from '@tanstack/react-query';
import { call } from '#session/call.ts';

export const datasetList = queryOptions({
  queryKey: ['listDatasets'],
  queryFn: async () => (await call('listDatasets')).data,
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

export const dataset = (slug: string, query: DatasetRange & DatasetVersion = {}) =>
  queryOptions({
    queryKey: ['getDataset', slug, query],
    queryFn: async ({ signal }) =>
      (await call('getDataset', { params: { slug }, query: { ...query }, signal })).data,
    staleTime: Infinity,
  });
