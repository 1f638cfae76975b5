import type { FeatureRoute } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const notifications: readonly FeatureRoute[] = [
  {
    path: paths.notifications,
    access: 'user',
    load: () => import('./notifications-screen.tsx'),
    title: 'Notifications',
  },
];
