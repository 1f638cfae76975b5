import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const datasets: readonly FeatureRoute[] = [
  {
    path: paths.dataCore,
    access: 'guest',
    load: () => import('./datasets-screen.tsx'),
    title: 'Data core',
    bar: {
      label: 'DATA CORE',
      group: 'Guides and data',
      text: 'The cash rate, inflation and other series, with their sources.',
      order: 58,
      covers: `${paths.dataCore}/*`,
    },
  },
  {
    path: paths.dataset,
    access: 'guest',
    load: () => import('./dataset-screen.tsx'),
    title: 'Dataset',
  },
  {
    path: paths.embeddedDataset,
    access: 'guest',
    load: () => import('./embedded-dataset-screen.tsx'),
    title: 'Dataset',
    isBare: true,
  },
];
