import { paths } from '#app/paths.ts';

/** The staff area's navigation in its order; a row here is all that a new screen needs. */
export const staffLinks: readonly { label: string; to: string }[] = [
  { label: 'Dashboard', to: paths.adminDashboard },
  { label: 'Ip investigation', to: paths.adminIpRecords },
  { label: 'Log investigation', to: paths.adminLogRecords },
  { label: 'User List', to: paths.adminUserList },
];
