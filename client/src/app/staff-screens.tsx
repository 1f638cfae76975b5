import { Route, Routes } from 'react-router-dom';
import { StaffLayout } from '#features/staff/staff-layout.tsx';
import { NotFoundScreen } from './error-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { paths } from './paths.ts';
import { screen } from './screens.ts';

const Dashboard = lazyScreen(
  screen(paths.adminDashboard, () => import('#features/staff/dashboard-screen.tsx')),
);
const UserList = lazyScreen(
  screen(paths.adminUserList, () => import('#features/users/admin-user-list-screen.tsx')),
);
const EditUser = lazyScreen(
  screen(paths.adminEditUser, () => import('#features/users/admin-edit-user-screen.tsx')),
);
const IpRecords = lazyScreen(
  screen(paths.adminIpRecords, () => import('#features/records/ip-records-screen.tsx')),
);
const LogRecords = lazyScreen(
  screen(paths.adminLogRecords, () => import('#features/records/log-records-screen.tsx')),
);

/** Where this stands in the router already, and so what its own routes leave out. */
const base = paths.admin.replace('*', '');
const below = (path: string) => path.slice(base.length);

/** The staff's screens, whose addresses and code are no part of what everyone else loads. */
export function StaffScreens() {
  return (
    <Routes>
      <Route element={<StaffLayout />}>
        <Route path={below(paths.adminDashboard)} element={<Dashboard />} />
        <Route path={below(paths.adminUserList)} element={<UserList />} />
        <Route path={below(paths.adminEditUser)} element={<EditUser />} />
        <Route path={below(paths.adminIpRecords)} element={<IpRecords />} />
        <Route path={below(paths.adminLogRecords)} element={<LogRecords />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}
