import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { featureRoutes } from './features.ts';

/** Here, because they show parts of several features. */
const composedRoutes: readonly FeatureRoute[] = [
  {
    path: paths.userProfile,
    access: 'user',
    load: () => import('#app/dashboard/user-profile-screen.tsx'),
    title: 'Profile',
  },
  {
    path: paths.dashboard,
    // Guests see what is behind the sign-in.
    access: 'guest',
    load: () => import('#app/dashboard/dashboard-screen.tsx'),
    title: 'Dashboard',
    navigation: [{ place: 'bar', label: 'DASHBOARD', order: 52, access: 'user' }],
  },
  {
    path: paths.privacy,
    access: 'guest',
    load: () => import('#app/privacy/privacy-screen.tsx'),
    title: 'Privacy',
    navigation: [{ place: 'bar', label: 'PRIVACY', order: 54, access: 'user' }],
  },
];

/** Those whose screens are no part of the first load. Imports no screen: the page's entry reads it before the app. */
export const loadedRoutes: readonly FeatureRoute[] = [...featureRoutes, ...composedRoutes];
