import type { FeatureRoute } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const savings: readonly FeatureRoute[] = [
  {
    path: paths.savings,
    access: 'guest',
    load: () => import('./savings-screen.tsx'),
    title: 'Savings',
    navigation: [{ place: 'bar', label: 'SAVINGS', order: 60 }],
  },
];
