import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const notifications: readonly FeatureRoute[] = [
  {
    path: paths.notifications,
    access: 'user',
    load: () => import('./notifications-screen.tsx'),
    title: 'Notifications',
  },
];
