import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { guidePath, paths } from '#parts/navigation/paths.ts';
import type { PublicPage } from '#parts/page/public-page.ts';
import { guideList } from './guides.queries.ts';

export const pages: readonly PublicPage[] = [
  {
    path: paths.guide,
    queries: () => [guideList, datasetList],
    head: ({ params, read }) => {
      const guide = read(guideList)?.find(({ slug }) => slug === params['slug']);
      if (!guide) return undefined;
      const { title, summary, updated } = guide;
      return {
        title,
        description: summary,
        jsonLd: { '@type': 'Article', headline: title, description: summary, dateModified: updated },
        hasFeed: true,
      };
    },
    list: (read) =>
      (read(guideList) ?? []).map(({ slug, updated }) => ({ url: guidePath(slug), changed: updated })),
    modules: ({ slug }) => [`../content/guides/${slug}.md`],
  },
];
