import { shortened } from '#parts/page/public-page.ts';
import { datasetList } from './datasets.queries.ts';

/** The list of datasets for a public page that displays some of them. */
export const someDatasets = (slugs: readonly string[]) =>
  shortened(datasetList, ({ data }) => ({ data: data.filter(({ slug }) => slugs.includes(slug)) }));
