import { useQuery } from '@tanstack/react-query';
import { mayManage } from 'contract/users/permissions.ts';
import type { UserOverview } from 'contract/users/user-overview.ts';
import type { User } from 'contract/users/user.ts';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { UserSuspension } from './suspension.tsx';
import { UserForm } from './user-form.tsx';
import { UserNotes } from './user-notes.tsx';
import { AddViewReason, RequiredViewReason } from './view-reason.tsx';
import {
  UserAddresses,
  UserIpRecords,
  UserLock,
  UserLogRecords,
  UserSecondFactors,
  UserSessions,
  UserStaffActions,
} from './overview-panels.tsx';
import { askToDeleteUser, useDeleteOtherUser, userOverview } from './users.queries.ts';

export default function EditUserScreen() {
  const { userId = '' } = useParams();
  const overview = useQuery(userOverview(userId));
  const agent = useSession()?.user;
  const name = overview.data?.user.username;
  const listPath = useListPath();
  return (
    <StaffPage
      heading={
        <>
          Edit <span className="normal-case">{name ?? 'user'}</span>
        </>
      }
      title={name && `Edit ${name}`}
      back={{ to: listPath, label: 'User list' }}
      lede={name && 'Times in UTC'}
    >
      <UnsavedBlocker />
      {isReasonRequired(overview.error) ? (
        <RequiredViewReason userId={userId} />
      ) : (
        <QueryState
          query={overview}
          label={name ?? 'User'}
          failure="Failed to fetch the user"
          unknown={{ title: 'No such user.', link: { to: listPath, label: 'See all users' } }}
          className="flex min-w-0 flex-col gap-6 wrap-anywhere"
        >
          {(data) => (
            <UserFile
              key={data.user.id}
              user={data.user}
              isManaged={
                'may_manage' in data ? data.may_manage : agent !== undefined && mayManage(agent, data.user)
              }
              overview={'may_manage' in data ? data : undefined}
            />
          )}
        </QueryState>
      )}
    </StaffPage>
  );
}

const isReasonRequired = (error: Error | null) =>
  error instanceof ApiError && error.code === 'view_reason_required';

/** The URL of the list with its query string, so that going back restores the filter. */
function useListPath(): string {
  const { state } = useLocation() as { state: { search?: string } | null };
  return paths.adminUserList + (state?.search ?? '');
}

interface UserFileProps {
  user: User;
  isManaged: boolean;
  overview: UserOverview | undefined;
}

function UserFile({ user, isManaged, overview }: UserFileProps) {
  const agent = useSession()?.user;
  const isSelf = agent?.id === user.id;
  const deletion = useDeleteOtherUser();
  const listPath = useListPath();
  // Unmounts the form, whose unsaved changes would block the navigation.
  if (deletion.isSuccess) return <Navigate to={listPath} replace />;
  return (
    <>
      {!isManaged && (
        <Alert tone="info" title="READ ONLY">
          <p>
            {isSelf ? (
              <>
                This is your own account: <Link to={paths.profile}>change it on your profile</Link>.
              </>
            ) : (
              'Only superusers can change or delete staff and superusers.'
            )}
          </p>
        </Alert>
      )}
      {overview && (
        <>
          {!isSelf && <AddViewReason userId={user.id} />}
          <UserSuspension user={user} isManaged={isManaged && !isSelf} />
          <UserLock {...overview} />
          <div className="grid grid-fit-[22rem] items-start gap-x-7 gap-y-6">
            <UserSessions {...overview} />
            <UserSecondFactors {...overview} />
            <UserAddresses {...overview} />
          </div>
        </>
      )}
      <UserForm user={user} isManaged={isManaged} agent={agent} />
      {overview && (
        <>
          <UserNotes user={user} />
          <UserIpRecords {...overview} />
          <UserLogRecords {...overview} />
          <UserStaffActions {...overview} />
        </>
      )}
      {isManaged && !isSelf && (
        <Button
          variant="danger"
          className="self-start"
          loading={deletion.isPending}
          onClick={() => askToDeleteUser(user, () => deletion.mutate(user))}
        >
          Delete <span className="normal-case">{user.username}</span>
        </Button>
      )}
    </>
  );
}
