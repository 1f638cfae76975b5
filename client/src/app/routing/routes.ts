import { landing } from '#features/landing/routes.tsx';
import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { loadedRoutes } from './loaded-routes.ts';
import { ToOwnProfile } from './require-session.tsx';

export const routes: readonly FeatureRoute[] = [
  ...landing,
  ...loadedRoutes,
  {
    path: paths.profile,
    access: 'user',
    Component: ToOwnProfile,
    navigation: [{ place: 'bar', label: 'PROFILE', order: 50, covers: paths.userProfile }],
  },
];
