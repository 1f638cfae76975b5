import { datasetsUrl } from 'contract/first-load-urls.ts';
import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const datasets: readonly FeatureRoute[] = [
  {
    path: paths.dataCore,
    access: 'guest',
    load: () => import('./datasets-screen.tsx'),
    preload: () => fetch(datasetsUrl),
    title: 'Data core',
    navigation: [{ place: 'bar', label: 'DATA CORE', order: 58, covers: `${paths.dataCore}/*` }],
  },
  {
    path: paths.dataset,
    access: 'guest',
    load: () => import('./dataset-screen.tsx'),
    preload: ({ slug }) => fetch(`${datasetsUrl}${slug}/`),
    title: 'Dataset',
  },
];
