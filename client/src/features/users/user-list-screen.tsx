import type { User } from 'contract/users/user.ts';
import { accountStatuses } from 'contract/users/users.constants.ts';
import { choiceField, type FilterField, sortField } from '#parts/list/filter-form.tsx';
import { FilterPanel } from '#parts/list/filter-panel.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import { SearchForm } from '#parts/list/search-form.tsx';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { CardGrid } from '#ui/layout/card-grid.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { useUserTable } from './use-user-table.ts';
import { UserActions } from './user-actions.tsx';
import { UserCard } from './user-card.tsx';
import { UserTable } from './user-table.tsx';
import { askToDeleteUser, useDeleteOtherUser, useUsers } from './users.queries.ts';

const choices = optionsOf(['True', 'False']);

const fields: readonly FilterField[] = [
  { name: 'text', label: 'Search', kind: 'search' },
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
  const deletion = useDeleteOtherUser();
  const isNarrow = useNarrowScreen();
  const [isTableChosen, setTableChosen] = useUserTable();

  const actionsOf = (user: User) => (
    <UserActions
      user={user}
      isDeleting={deletion.isPending && deletion.variables.id === user.id}
      onDelete={() => askToDeleteUser(user, () => deletion.mutate(user))}
    />
  );

  return (
    <Page heading="Admin User list">
      <SearchForm search={search} label="Search users" placeholder="Username or email">
        {!isNarrow && (
          <Button onClick={() => setTableChosen(!isTableChosen)}>
            {isTableChosen ? 'Show as Cards' : 'Show as Table'}
          </Button>
        )}
      </SearchForm>
      <FilterPanel fields={fields} search={search} defaultOpen={false} />
      <PagedList
        label="Users"
        noun={{ one: 'user', many: 'users' }}
        emptyText="No user record found. Please press clear button above."
        fetchFailure="Failed to fetch users."
        list={useUsers(search)}
        search={search}
        isBusy={deletion.isPending}
      >
        {(users) =>
          isTableChosen && !isNarrow ? (
            <UserTable users={users} actionsOf={actionsOf} />
          ) : (
            <>
              <p className="text-xs text-muted">Times in UTC</p>
              <CardGrid>
                {users.map((user) => (
                  <UserCard key={user.id} user={user} actions={actionsOf(user)} />
                ))}
              </CardGrid>
            </>
          )
        }
      </PagedList>
    </Page>
  );
}
