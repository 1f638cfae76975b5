import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const flags: readonly FeatureRoute[] = [
  {
    path: paths.adminFlags,
    access: 'staff',
    load: () => import('./flags-screen.tsx'),
    title: 'Flagged people',
    staff: {
      text: 'Read what users report about others, and answer it.',
      area: 'People',
      order: 25,
    },
  },
];
