import type { RouteObject } from 'react-router-dom';
import { guarded, routesFor } from '#app/to-route.tsx';
import { staffFeatureRoutes } from './staff-features.ts';

export const staffRoutes: RouteObject[] = [
  ...routesFor(staffFeatureRoutes, 'staff'),
  guarded('superuser', routesFor(staffFeatureRoutes, 'superuser')),
];
