import { queryOptions } from '@tanstack/react-query';
import { operations } from 'contract/operations.ts';
import type { DatasetRange, DatasetVersion } from '#parts/datasets/datasets.queries.ts';
import { call } from '#session/call.ts';

export const vintageList = (slug: string) =>
  queryOptions({
    queryKey: ['listVintages', slug],
    queryFn: async ({ signal }) => (await call('listVintages', { params: { slug }, signal })).data,
  });

/** The changes between two vintages. */
export const revisions = (slug: string, names: { before?: string; after: string }) =>
  queryOptions({
    queryKey: ['listRevisions', slug, names],
    queryFn: async ({ signal }) =>
      (await call('listRevisions', { params: { slug }, query: names, signal })).data,
    staleTime: Infinity,
  });

/** The stable URL of these figures, for programs and spreadsheets. The CSV ends with its citation and terms. */
export function datasetUrl(
  slug: string,
  format: 'csv' | 'json',
  range: DatasetRange & DatasetVersion,
): string {
  const query = new URLSearchParams({ format, ...range, ...(format === 'csv' && { cite: 'true' }) });
  return `${operations.getDataset.url.replace(':slug', slug)}?${query.toString()}`;
}
