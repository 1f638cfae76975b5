import type { Feature } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const staff: Feature = {
  routes: [
    {
      path: paths.adminDashboard,
      access: 'staff',
      load: () => import('./dashboard-screen.tsx'),
      title: 'Dashboard',
      navigation: [
        { place: 'bar', label: 'COMMAND', order: 40, covers: '/admin/*' },
        { place: 'staff', label: 'Dashboard', order: 10 },
      ],
    },
  ],
};
