import type { FeatureRoute } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const borrowingPower: readonly FeatureRoute[] = [
  {
    path: paths.borrowingPower,
    access: 'guest',
    load: () => import('./borrowing-power-screen.tsx'),
    title: 'Borrowing power',
    navigation: [{ place: 'bar', label: 'BORROWING POWER', order: 70 }],
  },
];
