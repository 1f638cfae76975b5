import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const switching: readonly FeatureRoute[] = [
  {
    path: paths.switching,
    access: 'guest',
    load: () => import('./switch-screen.tsx'),
    title: 'Switch',
    bar: { label: 'SWITCH', text: 'Your loan beside up to three offers.', order: 80 },
  },
];
