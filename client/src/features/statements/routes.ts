import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const statements: readonly FeatureRoute[] = [
  {
    path: paths.statement,
    access: 'guest',
    load: () => import('./statement-screen.tsx'),
    title: 'My loan, checked',
    bar: { label: 'LOAN CHECK', text: 'Every interest charge of your loan, recomputed.', order: 95 },
  },
];
