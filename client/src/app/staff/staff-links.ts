import { linksIn, type NavLink } from '#app/navigation.ts';
import { staffRoutes } from './staff-routes.ts';

export const staffLinks: readonly NavLink[] = linksIn('staff', staffRoutes);
