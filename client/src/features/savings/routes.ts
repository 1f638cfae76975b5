import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const savings: readonly FeatureRoute[] = [
  {
    path: paths.savings,
    access: 'guest',
    load: () => import('./savings-screen.tsx'),
    title: 'Savings',
    bar: { label: 'SAVINGS', text: 'What regular deposits grow to.', order: 60 },
  },
];
