import { linksIn, type NavLink } from '#app/navigation/navigation.ts';
import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { staffFeatureRoutes } from './staff-features.ts';

export const staffRoutes: readonly FeatureRoute[] = [
  {
    path: paths.adminDashboard,
    access: 'staff',
    load: () => import('./dashboard-screen.tsx'),
    title: 'Dashboard',
    navigation: [{ place: 'staff', label: 'Dashboard', order: 10 }],
  },
  ...staffFeatureRoutes,
];

export const staffLinks: readonly NavLink[] = linksIn('staff', staffRoutes);
