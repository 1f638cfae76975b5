import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const records: readonly FeatureRoute[] = [
  {
    path: paths.adminIpRecords,
    access: 'staff',
    load: () => import('./ip-records-screen.tsx'),
    title: 'IP Investigation',
    staff: {
      label: 'Ip investigation',
      text: 'Who did what from which IP address: filter, delete, export.',
      area: 'People',
      order: 30,
    },
  },
  {
    path: paths.adminLogRecords,
    access: 'staff',
    load: () => import('./log-records-screen.tsx'),
    title: 'Log Investigation',
    staff: {
      label: 'Log investigation',
      text: 'Account events, warnings and errors: filter, read, delete, export.',
      area: 'People',
      order: 40,
    },
  },
];
