import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const audit: readonly FeatureRoute[] = [
  {
    path: paths.adminAudit,
    access: 'superuser',
    load: () => import('./audit-screen.tsx'),
    title: 'Audit Trail',
    staff: {
      text: 'Who did what to whom, sealed: filter, verify, export.',
      area: 'People',
      order: 50,
    },
  },
  {
    path: paths.adminTimeline,
    access: 'staff',
    load: () => import('./timeline-screen.tsx'),
    title: 'Timeline',
  },
];
