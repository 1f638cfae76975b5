import type { FeatureRoute } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const reports: readonly FeatureRoute[] = [
  {
    path: paths.adminReports,
    access: 'staff',
    load: () => import('./reports-screen.tsx'),
    title: 'Reports',
    navigation: [{ place: 'staff', label: 'Reports', order: 90 }],
    card: {
      title: 'Reports',
      text: 'Registrations, sign-ins, failures and use over time: compare, export, print.',
    },
  },
];
