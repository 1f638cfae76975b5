import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const borrowingPower: readonly FeatureRoute[] = [
  {
    path: paths.borrowingPower,
    access: 'guest',
    load: () => import('./borrowing-power-screen.tsx'),
    title: 'Borrowing power',
    bar: { label: 'BORROWING POWER', text: 'The loan that a payment can repay.', order: 70 },
  },
];
