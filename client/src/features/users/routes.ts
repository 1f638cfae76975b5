import type { Feature } from '#parts/feature.ts';
import { paths } from '#parts/paths.ts';

export const users: Feature = {
  routes: [
    {
      path: paths.adminUserList,
      access: 'staff',
      load: () => import('./admin-user-list-screen.tsx'),
      title: 'Admin User list',
      navigation: [{ place: 'staff', label: 'User List', order: 60 }],
    },
    {
      path: paths.adminEditUser,
      access: 'staff',
      load: () => import('./admin-edit-user-screen.tsx'),
      title: 'Edit user',
    },
  ],
};
