import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const about: readonly FeatureRoute[] = [
  {
    path: paths.about,
    access: 'guest',
    load: () => import('./about-screen.tsx'),
    title: 'About',
    bar: {
      label: 'INTEL',
      text: 'What this site is, and how its figures are computed.',
      order: 20,
    },
  },
];
