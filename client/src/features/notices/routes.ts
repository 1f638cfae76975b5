import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const notices: readonly FeatureRoute[] = [
  {
    path: paths.adminNotifications,
    access: 'staff',
    load: () => import('./notices-screen.tsx'),
    title: 'Notifications',
    staff: {
      text: 'Notices to users: write, schedule, withdraw, count the readers.',
      area: 'Site',
      order: 90,
    },
  },
];
