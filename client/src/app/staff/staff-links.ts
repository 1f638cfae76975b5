import { linksIn, type NavLink } from '#app/navigation.ts';
import { routes } from '#app/routes.ts';
import { staffFeatureRoutes } from './staff-features.ts';

export const staffLinks: readonly NavLink[] = linksIn('staff', [...routes, ...staffFeatureRoutes]);
