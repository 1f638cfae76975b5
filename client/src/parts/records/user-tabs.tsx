import { adminEditUserPath, adminUserPath, timelinePath } from '#parts/navigation/paths.ts';
import { LinkTabs } from '#ui/controls/link-tabs.tsx';

/** The screens about one user. */
export const UserTabs = ({ userId }: { userId: string }) => (
  <LinkTabs
    label="Screens of this user"
    links={[
      [adminUserPath(userId), 'Overview'],
      [adminEditUserPath(userId), 'Edit'],
      [timelinePath({ user_id: userId }), 'Timeline'],
    ]}
  />
);
