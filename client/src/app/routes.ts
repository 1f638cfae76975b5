import type { FeatureRoute } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';
import { features } from './features.ts';
import { ToOwnProfile } from './require-session.tsx';

/** Screens with parts of several features. */
const composedRoutes: readonly FeatureRoute[] = [
  {
    path: paths.profile,
    access: 'user',
    Component: ToOwnProfile,
    navigation: [{ place: 'bar', label: 'PROFILE', order: 50, covers: paths.userProfile }],
  },
  {
    path: paths.userProfile,
    access: 'user',
    load: () => import('./user-profile-screen.tsx'),
    title: 'Profile',
  },
  {
    path: paths.dashboard,
    access: 'guest',
    load: () => import('./dashboard-screen.tsx'),
    title: 'Dashboard',
    navigation: [{ place: 'bar', label: 'DASHBOARD', order: 52, access: 'user' }],
  },
  {
    path: paths.privacy,
    access: 'guest',
    load: () => import('./privacy/privacy-screen.tsx'),
    title: 'Privacy',
    navigation: [{ place: 'bar', label: 'PRIVACY', order: 54, access: 'user' }],
  },
];

export const routes: readonly FeatureRoute[] = [
  ...features.flatMap((feature) => feature.routes),
  ...composedRoutes,
];
