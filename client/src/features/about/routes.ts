import type { FeatureRoute } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const about: readonly FeatureRoute[] = [
  {
    path: paths.about,
    access: 'guest',
    load: () => import('./about-screen.tsx'),
    title: 'About',
    navigation: [{ place: 'bar', label: 'INTEL', order: 20 }],
  },
];
