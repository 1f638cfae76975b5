import { mayManage } from 'contract/users/permissions.ts';
import type { UserSummary } from 'contract/users/user.ts';
import { accountStatuses } from 'contract/users/users.constants.ts';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { choicesInWords } from '#parts/format/format.ts';
import { SignedImage } from '#parts/images/signed-image.tsx';
import { choiceField, type FilterField, sortField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { adminEditUserPath, adminUserPath } from '#parts/navigation/paths.ts';
import { rowOpenerProps } from '#parts/record-list/open-row.ts';
import { denseRows } from '#parts/record-list/record-list.tsx';
import type { RecordColumn } from '#parts/record-list/record-rows.tsx';
import { StaffList } from '#parts/record-list/staff-list.tsx';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { AccountStatus } from './account-status.tsx';
import { askTo, useDeleteOtherUser, useUserAction, useUsers } from './users.queries.ts';

const choices = optionsOf(['True', 'False']);

const fields: readonly FilterField[] = [
  { name: 'text', label: 'Search', kind: 'search' },
  { name: 'email', label: 'Email', kind: 'text' },
  { name: 'username', label: 'Username', kind: 'text' },
  choiceField('is_active', 'Is Active', choices),
  choiceField('is_staff', 'Is Staff', choices),
  choiceField('is_premium_user', 'Is Premium User', choices),
  choiceField('account_status', 'Account Status', choicesInWords(accountStatuses)),
  { name: 'updated_before', label: 'Updated before', kind: 'date' },
  { name: 'updated_after', label: 'Updated after', kind: 'date' },
  sortField,
];

const columns: readonly RecordColumn<UserSummary>[] = [
  { label: 'Username', cell: (user) => <Name user={user} imageSizePx={48} />, isTitle: true, only: 'cards' },
  {
    label: 'Username',
    cell: (user) => <Name user={user} imageSizePx={24} />,
    sorts: ['a-z', 'z-a'],
    only: 'table',
  },
  { label: 'Email', cell: ({ email }) => email, isLong: true },
  {
    label: 'Is Staff',
    cell: ({ is_staff }) => (is_staff ? <Tag tone="info">True</Tag> : 'False'),
  },
  {
    label: 'Is Active',
    cell: ({ is_active }) => (is_active ? 'True' : <Tag tone="error">False</Tag>),
  },
  {
    label: 'Is Premium User',
    cell: ({ is_premium_user }) => (is_premium_user ? <Tag tone="info">True</Tag> : 'False'),
  },
  {
    label: 'Account Status',
    cell: ({ account_status }) => <AccountStatus status={account_status} />,
  },
  {
    label: 'Updated',
    cell: ({ date_updated }) => <UtcTime at={date_updated} />,
    sorts: ['latest', 'oldest'],
    width: 'time',
    isOnlyWide: true,
  },
];

export default function UserListScreen() {
  const search = useListSearch(fields, denseRows);
  const deletion = useDeleteOtherUser();
  const { search: query } = useLocation();
  return (
    <StaffList
      title="Admin User list"
      noun={{ one: 'user', many: 'users' }}
      emptyText="No user record found. Please press clear button above."
      fetchFailure="Failed to fetch users."
      fields={fields}
      foldsOut
      search={search}
      list={useUsers(search)}
      isBusy={deletion.isPending}
      columns={columns}
      nameOf={({ username }) => username}
      renderRowActions={(user, isTable) => (
        <>
          {/* Passes the list's query string, so that going back restores the filter. */}
          <Button
            {...(isTable && { variant: 'ghost', className: 'row-button' })}
            to={adminEditUserPath(user.id)}
            state={{ search: query }}
          >
            <Labelled name={user.username}>Edit</Labelled>
          </Button>
          <UserActions
            user={user}
            isTable={isTable}
            isDeleting={deletion.isPending && deletion.variables.id === user.id}
            onDelete={() => askTo('deleteUser', user, () => deletion.mutate(user))}
          />
        </>
      )}
    />
  );
}

/** Leads to the overview. */
function Name({ user, imageSizePx }: { user: UserSummary; imageSizePx: number }) {
  const { search } = useLocation();
  return (
    <span className="flex items-center gap-3">
      <SignedImage path={user.user_image} alt="" size={imageSizePx} />
      <Link to={adminUserPath(user.id)} state={{ search }} {...rowOpenerProps}>
        {user.username}
      </Link>
    </span>
  );
}

interface UserActionsProps {
  user: UserSummary;
  isTable: boolean;
  isDeleting: boolean;
  onDelete: () => void;
}

/** The actions on a user that need no opening of the record. Cards have a line for the reason why one is disabled. */
function UserActions({ user, isTable, isDeleting, onDelete }: UserActionsProps) {
  const agent = useSession()?.user;
  const reasonId = useId();
  const { mutate: endSessions, isPending } = useUserAction('endUserSessions');
  const isSelf = agent?.id === user.id;
  const isManaged = agent !== undefined && mayManage(agent, user);
  const reason = isSelf
    ? 'You can delete your own account in your profile.'
    : isManaged
      ? undefined
      : 'Only superusers can delete staff.';
  return (
    <>
      <Button
        {...(isTable ? { variant: 'ghost', className: 'row-button text-error' } : { variant: 'danger' })}
        title={reason}
        disabled={reason !== undefined}
        aria-describedby={reason && reasonId}
        loading={isDeleting}
        onClick={onDelete}
      >
        <Labelled name={user.username}>Delete</Labelled>
      </Button>
      {!reason && (
        <ActionMenu label={`More actions for ${user.username}`}>
          <Button
            variant="ghost"
            loading={isPending}
            onClick={() => askTo('endSessions', user, () => endSessions(user.id))}
          >
            <Labelled name={user.username}>End All Sessions</Labelled>
          </Button>
        </ActionMenu>
      )}
      {reason && (
        <p className={isTable ? 'sr-only' : 'basis-full text-xs text-muted'} id={reasonId}>
          {reason}
        </p>
      )}
    </>
  );
}
