import { someDatasets } from '#parts/datasets/some-datasets.ts';
import { guidePath, paths } from '#parts/navigation/paths.ts';
import type { PublicPage } from '#parts/page/public-page.ts';
import { loadGuideText } from './guide-texts.ts';
import { guideList } from './guides.queries.ts';

export const pages: readonly PublicPage[] = [
  {
    path: paths.arsenal,
    queries: () => [guideList],
    head: () => ({
      title: 'Arsenal',
      description:
        'What each tool is for, guides to loans, rates and saving with figures that you can check, and a glossary.',
      jsonLd: { '@type': 'CollectionPage', name: 'Arsenal' },
      hasFeed: true,
    }),
  },
  {
    path: paths.guide,
    queries: async ({ params }) => {
      const guide = await loadGuideText(params['slug']);
      const datasets = guide?.head.datasets ?? [];
      return datasets.length > 0 ? [guideList, someDatasets(datasets)] : [guideList];
    },
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
