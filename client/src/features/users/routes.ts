import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

export const users: readonly FeatureRoute[] = [
  {
    path: paths.adminUserList,
    access: 'staff',
    load: () => import('./user-list-screen.tsx'),
    title: 'Admin User list',
    staff: {
      label: 'User List',
      text: 'Find, edit and unlock users, and see everything about a user.',
      area: 'People',
      order: 20,
    },
  },
  {
    path: paths.adminUser,
    access: 'staff',
    load: () => import('./user-overview-screen.tsx'),
    title: 'User',
  },
  {
    path: paths.adminEditUser,
    access: 'staff',
    load: () => import('./edit-user-screen.tsx'),
    title: 'Edit user',
  },
  {
    path: paths.adminUserNamed,
    access: 'staff',
    load: () => import('./user-named-screen.tsx'),
    title: 'User',
  },
];
