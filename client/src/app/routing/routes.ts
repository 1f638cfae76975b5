import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { ToOwnProfile } from './require-session.tsx';

/** The `routes.ts` of every feature exports one or more tables of its screens. */
const features = import.meta.glob<Record<string, readonly FeatureRoute[]>>(
  '../../features/*/routes.{ts,tsx}',
  { eager: true },
);

/** The routes of all features, and of the screens that combine several features. */
export const routes: readonly FeatureRoute[] = [
  ...Object.values(features).flatMap((tables) => Object.values(tables).flat()),
  {
    path: paths.userProfile,
    access: 'user',
    load: () => import('#app/dashboard/user-profile-screen.tsx'),
    title: 'Profile',
  },
  {
    path: paths.dashboard,
    // Guests see a description of what the sign-in opens.
    access: 'guest',
    load: () => import('#app/dashboard/dashboard-screen.tsx'),
    title: 'Dashboard',
    bar: {
      label: 'DASHBOARD',
      group: 'Your account',
      text: 'Your objectives and saved calculations.',
      order: 52,
      access: 'user',
    },
  },
  {
    path: paths.loans,
    access: 'user',
    load: () => import('#app/loans/loans-screen.tsx'),
    title: 'My loans',
    bar: {
      label: 'LOANS',
      group: 'Your account',
      text: 'Your home loan, followed from file to file.',
      order: 53,
      covers: `${paths.loans}/*`,
    },
  },
  {
    path: paths.loan,
    access: 'user',
    load: () => import('#app/loans/loan-screen.tsx'),
    title: 'My loan',
  },
  {
    path: paths.privacy,
    access: 'guest',
    load: () => import('#app/privacy/privacy-screen.tsx'),
    title: 'Encryption protocols',
    bar: {
      label: 'ENCRYPTION PROTOCOLS',
      group: 'Your account',
      text: 'Your privacy: what is stored about you, and how to erase it.',
      order: 54,
      access: 'user',
    },
  },
  {
    path: paths.adminDashboard,
    access: 'staff',
    load: () => import('#app/staff/dashboard-screen.tsx'),
    title: 'Dashboard',
    staff: { order: 10 },
    bar: { label: 'COMMAND', text: 'The staff area.', order: 40, covers: '/admin/*' },
  },
  {
    path: paths.profile,
    access: 'user',
    Component: ToOwnProfile,
    bar: {
      label: 'PROFILE',
      group: 'Your account',
      text: 'Your details, friends, devices and sign-in.',
      order: 50,
      covers: paths.userProfile,
    },
  },
];
