import { useQuery } from '@tanstack/react-query';
import { mayManage } from 'contract/users/permissions.ts';
import type { UserOverview } from 'contract/users/user-overview.ts';
import type { User } from 'contract/users/user.ts';
import type { SessionUser } from 'contract/accounts/accounts.ts';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { RequiredViewReason, ViewReasonDialog } from '#parts/records/view-reasons.tsx';
import { UserTabs } from '#parts/records/user-tabs.tsx';
import { QueryState } from '#parts/query/query-state.tsx';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { AccountStatus } from './account-status.tsx';
import { SuspendUser } from './suspension.tsx';
import { askTo, useDeleteOtherUser, userOverview, useSetActive, useUserAction } from './users.queries.ts';

export interface UserFile {
  user: User;
  isManaged: boolean;
  isSelf: boolean;
  /** Undefined with a server that knows no overview. */
  overview: UserOverview | undefined;
}

interface UserFrameProps {
  /** A word before the name in the title. */
  prefix?: string;
  children: (file: UserFile) => ReactNode;
}

/** The page of a user: the name, the state and the acts above its tabs. */
export function UserFrame({ prefix = '', children }: UserFrameProps) {
  const { userId = '' } = useParams();
  const query = useQuery(userOverview(userId));
  const agent = useSession()?.user;
  const file = query.data && fileOf(query.data, agent);
  const name = file?.user.username;
  const listPath = useListPath();
  const deletion = useDeleteOtherUser();
  // Unmounts the form, whose unsaved changes would block the navigation.
  if (deletion.isSuccess) return <Navigate to={listPath} replace />;
  return (
    <StaffPage
      heading={prefix ? `${prefix} ${name ?? 'user'}` : (name ?? 'User')}
      title={name && `${prefix} ${name}`.trim()}
      back={{ to: listPath, label: 'User list' }}
      aside={file && <UserActs file={file} deletion={deletion} />}
      lede={
        file && (
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <span>{file.user.email}</span>
            <span>
              <AccountStatus status={file.user.account_status} />
            </span>
            <span>Times in UTC</span>
          </span>
        )
      }
    >
      {isReasonRequired(query.error) ? (
        <RequiredViewReason of={{ userId }} />
      ) : (
        <QueryState
          query={query}
          label={name ?? 'User'}
          failure="Failed to fetch the user"
          unknown={{ title: 'No such user.', link: { to: listPath, label: 'See all users' } }}
          className="flex min-w-0 flex-col gap-6 wrap-anywhere"
        >
          {() =>
            file && (
              <Fragment key={file.user.id}>
                {!file.isManaged && <ReadOnly isSelf={file.isSelf} />}
                <UserTabs userId={file.user.id} />
                {children(file)}
              </Fragment>
            )
          }
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

function fileOf(data: UserOverview | { user: User }, agent: SessionUser | undefined): UserFile {
  const { user } = data;
  const overview = 'may_manage' in data ? data : undefined;
  return {
    user,
    isManaged: overview?.may_manage ?? (agent !== undefined && mayManage(agent, user)),
    isSelf: agent?.id === user.id,
    overview,
  };
}

const ReadOnly = ({ isSelf }: { isSelf: boolean }) => (
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
);

interface UserActsProps {
  file: UserFile;
  deletion: ReturnType<typeof useDeleteOtherUser>;
}

/** What an agent can do about the account. */
function UserActs({ file: { user, isManaged, isSelf, overview }, deletion }: UserActsProps) {
  const ending = useUserAction('endUserSessions');
  const activation = useSetActive(user);
  const name = user.username;
  if (isSelf) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {overview && <AddViewReason userId={user.id} />}
      {isManaged && (
        <>
          {overview && overview.sessions.length > 0 && (
            <Button
              loading={ending.isPending}
              onClick={() => askTo('endSessions', user, () => ending.mutate(user.id))}
            >
              <Labelled name={name}>End All Sessions</Labelled>
            </Button>
          )}
          {overview && user.suspended_until === null && <SuspendUser user={user} />}
          {user.is_active ? (
            <Button
              loading={activation.isPending}
              onClick={() => askTo('lockOut', user, () => activation.mutate(false))}
            >
              <Labelled name={name}>Lock Out</Labelled>
            </Button>
          ) : (
            <Button loading={activation.isPending} onClick={() => activation.mutate(true)}>
              <Labelled name={name}>Activate</Labelled>
            </Button>
          )}
          <Button
            variant="danger"
            loading={deletion.isPending}
            onClick={() => askTo('deleteUser', user, () => deletion.mutate(user))}
          >
            <Labelled name={name}>Delete</Labelled>
          </Button>
        </>
      )}
    </div>
  );
}

/** Where no reason is required, an agent may still add one. */
function AddViewReason({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" className="self-start" onClick={() => setOpen(true)}>
        Add a reason
      </Button>
      {isOpen && (
        <ViewReasonDialog
          of={{ userId }}
          title="Add a Reason"
          submitLabel="Save"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
