import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const training: readonly FeatureRoute[] = [
  {
    path: paths.training,
    access: 'guest',
    load: () => import('./training-screen.tsx'),
    title: 'Training',
    bar: {
      label: 'TRAINING',
      group: 'Guides and data',
      text: 'Questions that test what you know, with explanations.',
      order: 80,
      covers: `${paths.training}/*`,
    },
  },
  {
    path: paths.attempt,
    access: 'user',
    load: () => import('./attempt-screen.tsx'),
    title: 'Training',
  },
];
