import type { DatasetReading } from 'contract/datasets/readings.ts';
import { operations } from 'contract/operations.ts';
import type { DatasetRange, DatasetVersion } from '#parts/datasets/datasets.queries.ts';
import type { ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';

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
