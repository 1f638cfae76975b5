import type { RouteObject } from 'react-router-dom';
import { guarded, routesFor } from '#app/routing/to-route.tsx';
import { staffRoutes } from './staff-routes.ts';

export { StaffLayout } from './staff-layout.tsx';

export const staffScreens: RouteObject[] = [
  ...routesFor(staffRoutes, 'staff'),
  guarded('superuser', routesFor(staffRoutes, 'superuser')),
];
