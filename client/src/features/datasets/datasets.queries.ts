import { queryOptions } from '@tanstack/react-query';
import { operations } from 'contract/operations.ts';
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

export const dataset = (slug: string, range: DatasetRange = {}) =>
  queryOptions({
    queryKey: ['getDataset', slug, range],
    queryFn: async ({ signal }) =>
      (await call('getDataset', { params: { slug }, query: { ...range }, signal })).data,
    staleTime: Infinity,
  });

/** The stable URL of these figures, for programs and spreadsheets. */
export function datasetAddress(slug: string, format: 'csv' | 'json', range: DatasetRange): string {
  const query = new URLSearchParams({ format, ...range });
  return `${operations.getDataset.url.replace(':slug', slug)}?${query.toString()}`;
}
