import type { FeatureRoute } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';
import { features } from './features.ts';
import { ToOwnProfile } from './require-session.tsx';

/** The profile stands here, because features add tabs to it. */
const profileRoutes: readonly FeatureRoute[] = [
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
];

/** Every route of the app. */
export const routes: readonly FeatureRoute[] = [
  ...features.flatMap((feature) => feature.routes ?? []),
  ...profileRoutes,
];
