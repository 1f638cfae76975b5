import { Navigate } from 'react-router-dom';
import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { LandingScreen } from './landing-screen.tsx';

export const landing: readonly FeatureRoute[] = [
  {
    path: paths.core,
    access: 'guest',
    Component: LandingScreen,
    bar: { label: 'CORE', text: 'The start page.', order: 10 },
  },
  { path: paths.home, access: 'guest', Component: () => <Navigate to={paths.core} replace /> },
];
