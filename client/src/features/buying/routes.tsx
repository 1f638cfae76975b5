import { Navigate, useLocation } from 'react-router-dom';
import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { title } from './texts.ts';

export const buying: readonly FeatureRoute[] = [
  {
    path: paths.buying,
    access: 'guest',
    load: () => import('./buying-screen.tsx'),
    title,
    bar: { label: 'BUYING', text: 'What a home costs, and what you can pay.', order: 70 },
  },
  { path: paths.borrowingPower, access: 'guest', Component: ToBuying },
];

/** The terms of a link to the former calculator stay, and the screen reads them. */
function ToBuying() {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: paths.buying, search, hash }} replace />;
}
