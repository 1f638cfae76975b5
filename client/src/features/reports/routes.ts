import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const reports: readonly FeatureRoute[] = [
  {
    path: paths.adminReports,
    access: 'staff',
    load: () => import('./reports-screen.tsx'),
    title: 'Reports',
    staff: {
      text: 'Registrations, sign-ins, failures and use over time: compare, export, print.',
      area: 'Site',
      order: 100,
    },
  },
];
