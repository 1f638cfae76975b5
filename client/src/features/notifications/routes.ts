import type { Feature } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const notifications: Feature = {
  routes: [
    {
      path: paths.notifications,
      access: 'user',
      load: () => import('./notifications-screen.tsx'),
      title: 'Notifications',
    },
  ],
};
