import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const settings: readonly FeatureRoute[] = [
  {
    path: paths.adminSettings,
    access: 'staff',
    load: () => import('./settings-screen.tsx'),
    title: 'Settings',
    staff: {
      text: 'Contact, registration, storage, retention, sign-in: in effect within two seconds.',
      area: 'Site',
      order: 110,
    },
  },
];
