import { useQuery } from '@tanstack/react-query';
import type { UserOverview } from 'contract/user-overview.ts';
import { type RefObject, useRef } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/paths.ts';
import { UnsavedBlocker } from '#parts/unsaved-blocker.tsx';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Loading } from '#ui/spinner.tsx';
import styles from './edit-user-screen.module.css';
import { UserForm } from './user-form.tsx';
import {
  UserIpRecords,
  UserLock,
  UserLogRecords,
  UserSecondFactors,
  UserSessions,
  UserStaffActions,
} from './user-overview.tsx';
import { askToDeleteUser, useDeleteOtherUser, userOverview } from './users.queries.ts';

export default function EditUserScreen() {
  const { userId = '' } = useParams();
  const { data, error, refetch } = useQuery(userOverview(userId));
  const name = data?.user.username;
  const listPath = useListPath();
  const isUnknown = error instanceof ApiError && error.code === 'not_found';
  const region = useRef<HTMLElement>(null);
  return (
    <div className={styles.screen}>
      <UnsavedBlocker />
      <header className={styles.intro}>
        <BackLink to={listPath}>User list</BackLink>
        <PageHeading {...(name && { title: `Edit ${name}` })}>Edit {name ?? 'user'}</PageHeading>
        {data && !isUnknown && <p className={styles.note}>Times in UTC</p>}
      </header>
      <section ref={region} className={styles.content} aria-label={name ?? 'User'} tabIndex={-1}>
        {isUnknown ? (
          <Alert tone="error" role="alert" title="No such user.">
            <p>
              <Link to={listPath}>See all users</Link>
            </p>
          </Alert>
        ) : data ? (
          <Overview key={data.user.id} overview={data} region={region} />
        ) : error ? (
          <Alert tone="error" role="alert" title="Failed to fetch the user">
            <p>{error.message}</p>
            <p>
              <Button
                onClick={() => {
                  region.current?.focus();
                  void refetch();
                }}
              >
                Try Again
              </Button>
            </p>
          </Alert>
        ) : (
          <Loading />
        )}
      </section>
    </div>
  );
}

/** With the search of the list. */
function useListPath(): string {
  const { state } = useLocation() as { state: { search?: string } | null };
  return paths.adminUserList + (state?.search ?? '');
}

interface OverviewProps {
  overview: UserOverview;
  /** Takes the focus of a removed button. */
  region: RefObject<HTMLElement | null>;
}

function Overview({ overview, region }: OverviewProps) {
  const { user, may_manage: isManaged } = overview;
  const agent = useSession()?.user;
  const isOneself = agent?.id === user.id;
  const deletion = useDeleteOtherUser();
  const listPath = useListPath();
  // Unmounts the form, whose unsaved changes would block the navigation.
  if (deletion.isSuccess) return <Navigate to={listPath} replace />;
  return (
    <>
      {!isManaged && (
        <Alert tone="info" title="READ ONLY">
          <p>
            {isOneself ? (
              <>
                This is your own account: <Link to={paths.profile}>change it on your profile</Link>.
              </>
            ) : (
              'Only superusers change or delete staff and superusers.'
            )}
          </p>
        </Alert>
      )}
      <UserLock {...overview} onUnlocked={() => region.current?.focus()} />
      <UserForm user={user} isManaged={isManaged} agent={agent} />
      <UserSecondFactors {...overview} />
      <UserSessions {...overview} onEnded={() => region.current?.focus()} />
      <UserIpRecords {...overview} />
      <UserLogRecords {...overview} />
      <UserStaffActions {...overview} />
      {isManaged && !isOneself && (
        <Button
          variant="danger"
          className={styles.delete}
          loading={deletion.isPending}
          onClick={() => askToDeleteUser(user, () => deletion.mutate(user))}
        >
          Delete {user.username}
        </Button>
      )}
    </>
  );
}
