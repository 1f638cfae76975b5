import type { SessionUser } from 'contract/accounts/accounts.ts';
import { mayManage } from 'contract/users/permissions.ts';
import type { User } from 'contract/users/user.ts';
import { accountStatuses } from 'contract/users/users.constants.ts';
import { useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { choiceField, type FilterField, sortField } from '#parts/list/filter-form.tsx';
import { FilterPanel } from '#parts/list/filter-panel.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import { openable, opensRow } from '#parts/record-list/open-row.ts';
import { adminEditUserPath } from '#parts/navigation/paths.ts';
import { SignedImage } from '#parts/images/signed-image.tsx';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { CardGrid } from '#ui/layout/card-grid.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { AccountStatus } from './account-status.tsx';
import { askToDeleteUser, useDeleteOtherUser, useUsers } from './users.queries.ts';

const choices = optionsOf(['True', 'False']);

const fields: readonly FilterField[] = [
  { name: 'email', label: 'Email', kind: 'text' },
  { name: 'username', label: 'Username', kind: 'text' },
  choiceField('is_active', 'Is Active', choices),
  choiceField('is_staff', 'Is Staff', choices),
  choiceField('is_premium_user', 'Is Premium User', choices),
  choiceField('account_status', 'Account Status', optionsOf(accountStatuses)),
  { name: 'updated_before', label: 'Updated before', kind: 'date' },
  { name: 'updated_after', label: 'Updated after', kind: 'date' },
  sortField,
];

export default function UserListScreen() {
  const search = useListSearch(fields);
  const region = useRef<HTMLElement>(null);
  const agent = useSession()?.user;
  const deletion = useDeleteOtherUser();
  return (
    <Page heading="Admin User list">
      <FilterPanel fields={fields} search={search} results={region} openAtFirst={false} />
      <PagedList
        label="Users"
        noun={{ one: 'user', many: 'users' }}
        emptyText="No user record found. Please press clear button above."
        fetchFailure="Failed to fetch users."
        list={useUsers(search)}
        search={search}
        isBusy={deletion.isPending}
        region={region}
      >
        {(users) => (
          <>
            <p className="text-xs text-dim">Times in UTC</p>
            <CardGrid>
              {users.map((user) => (
                <UserCard
                  key={user.id}
                  user={user}
                  agent={agent}
                  isDeleting={deletion.isPending && deletion.variables.id === user.id}
                  onDelete={() =>
                    askToDeleteUser(user, () =>
                      // The list has been refetched, and the card with its button is gone.
                      deletion.mutate(user, { onSuccess: () => region.current?.focus() }),
                    )
                  }
                />
              ))}
            </CardGrid>
          </>
        )}
      </PagedList>
    </Page>
  );
}

interface UserCardProps {
  user: User;
  agent: SessionUser | undefined;
  isDeleting: boolean;
  onDelete: () => void;
}

const imageSizePx = 48;

function UserCard({ user, agent, isDeleting, onDelete }: UserCardProps) {
  const { search } = useLocation();
  const reasonId = useId();
  const reason = whyNotDeleted(agent, user);
  return (
    <li
      className="flex min-w-0 cursor-pointer flex-col gap-2 rounded border border-rule bg-surface px-4 py-3 hover:border-control"
      {...openable}
    >
      <div className="flex items-center gap-3">
        <SignedImage path={user.user_image} alt="" size={imageSizePx} />
        <div className="min-w-0 wrap-anywhere">
          <h2 className="text-md">{user.username}</h2>
          <p className="text-sm text-muted">{user.email}</p>
        </div>
      </div>
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">Is Staff</dt>
        <dd>{user.is_staff ? <Tag tone="info">True</Tag> : 'False'}</dd>
        <dt className="text-muted">Is Active</dt>
        <dd>{user.is_active ? 'True' : <Tag tone="error">False</Tag>}</dd>
        <dt className="text-muted">Is Premium User</dt>
        <dd>{user.is_premium_user ? <Tag tone="info">True</Tag> : 'False'}</dd>
        <dt className="text-muted">Account Status</dt>
        <dd>
          <AccountStatus status={user.account_status} />
        </dd>
        <dt className="text-muted">Updated</dt>
        <dd>
          <UtcTime at={user.date_updated} />
        </dd>
      </dl>
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2">
        {/* With the list's search, for the way back. */}
        <Button to={adminEditUserPath(user.id)} state={{ search }} {...opensRow}>
          Edit <VisuallyHidden>{user.username}</VisuallyHidden>
        </Button>
        <Button
          variant="danger"
          disabled={reason !== undefined}
          aria-describedby={reason && reasonId}
          loading={isDeleting}
          onClick={onDelete}
        >
          Delete <VisuallyHidden>{user.username}</VisuallyHidden>
        </Button>
        {reason && (
          <p className="text-sm text-muted" id={reasonId}>
            {reason}
          </p>
        )}
      </div>
    </li>
  );
}

function whyNotDeleted(agent: UserCardProps['agent'], user: User): string | undefined {
  if (agent?.id === user.id) return 'You can delete your own account on your profile.';
  return agent && mayManage(agent, user) ? undefined : 'Only superusers delete staff.';
}
