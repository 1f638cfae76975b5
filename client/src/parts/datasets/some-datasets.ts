import type { ResponseOf } from '#api/call.ts';
import { datasetList } from './datasets.queries.ts';

/** The list of datasets for a public page that displays some of them. */
export const someDatasets = (slugs: readonly string[]) => ({
  ...datasetList,
  shorten: ({ data }: ResponseOf<'listDatasets'>) => ({
    data: data.filter(({ slug }) => slugs.includes(slug)),
  }),
});
