import type { User } from 'contract/users/user.ts';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { AccountStatus } from './account-status.tsx';
import {
  UserAddresses,
  UserInvitations,
  UserLock,
  UserSecondFactors,
  UserSessions,
  UserTimeline,
} from './overview-panels.tsx';
import { UserSuspension } from './suspension.tsx';
import { UserFlags } from './user-flags.tsx';
import { UserFrame } from './user-frame.tsx';
import { UserNotes } from './user-notes.tsx';

export default function UserOverviewScreen() {
  return (
    <UserFrame>
      {({ user, isManaged, isSelf, overview }) => (
        <>
          {overview && (
            <>
              <UserSuspension user={user} isManaged={isManaged && !isSelf} />
              <UserLock {...overview} />
            </>
          )}
          <div className="grid grid-fit-[18rem] items-start gap-x-6 gap-y-6">
            <Account user={user} />
            {overview && (
              <>
                <UserSessions {...overview} />
                <UserSecondFactors {...overview} />
              </>
            )}
          </div>
          {overview && (
            <div className="grid grid-fit-[26rem] items-start gap-x-6 gap-y-6">
              <div className="flex min-w-0 flex-col gap-6">
                <UserAddresses {...overview} />
                <UserInvitations {...overview} />
                <UserFlags {...overview} />
                <UserNotes user={user} />
              </div>
              <UserTimeline {...overview} />
            </div>
          )}
        </>
      )}
    </UserFrame>
  );
}

function Account({ user }: { user: User }) {
  const rights = [
    user.is_superuser ? 'superuser' : user.is_staff ? 'staff' : 'no staff',
    user.is_premium_user ? 'premium' : 'no premium',
  ];
  return (
    <Panel title="Account">
      <DescriptionList
        items={{
          'Account status': <AccountStatus status={user.account_status} />,
          Rights: rights.join(', '),
          'Login attempts': (
            <span className={user.login_attempts > 0 ? 'text-warn' : undefined}>{user.login_attempts}</span>
          ),
          'Last login': <UtcTime at={user.last_login} />,
          'Date updated': <UtcTime at={user.date_updated} />,
        }}
      />
    </Panel>
  );
}
