import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const takeHomePay: readonly FeatureRoute[] = [
  {
    path: paths.takeHomePay,
    access: 'guest',
    load: () => import('./take-home-pay-screen.tsx'),
    title: 'Take-home pay',
    bar: { label: 'TAKE-HOME PAY', text: 'Your pay after tax, line by line.', order: 90 },
  },
];
