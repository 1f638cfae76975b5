import { type RefObject, useRef } from 'react';
import { useSession } from '#session/session.ts';
import { chipsOf, type FilterField, FilterForm, sortField, without } from '#parts/filter-form.tsx';
import { ListFailure } from '#parts/list-failure.tsx';
import { type ListSearch, useListSearch } from '#parts/list-search.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { FilterChips } from '#ui/filter-chips.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { showFromTop } from '#ui/show-from-top.ts';
import { Loading } from '#ui/spinner.tsx';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { AdminUserCard } from './admin-user-card.tsx';
import styles from './admin-user-list-screen.module.css';
import { useDeleteOtherUser, useUsers } from './admin-users.queries.ts';
import { askToDeleteUser } from './ask-to-delete-user.ts';

const choices = [
  ['', 'ALL'],
  ['True', 'True'],
  ['False', 'False'],
] as const;

const fields: readonly FilterField[] = [
  { name: 'email', label: 'Email', kind: 'text' },
  { name: 'username', label: 'Username', kind: 'text' },
  { name: 'is_active', label: 'Is Active', kind: 'choice', choices },
  { name: 'is_staff', label: 'Is Staff', kind: 'choice', choices },
  { name: 'is_premium_user', label: 'Is Premium User', kind: 'choice', choices },
  { name: 'updated_before', label: 'Updated before', kind: 'date' },
  { name: 'updated_after', label: 'Updated after', kind: 'date' },
  sortField,
];

const fieldNames = fields.map(({ name }) => name);

export default function AdminUserListScreen() {
  const search = useListSearch(fieldNames);
  const { filter, setFilter } = search;
  const region = useRef<HTMLElement>(null);
  const isNarrow = useNarrowScreen();
  const chips = chipsOf(fields, filter);
  const clear = () => setFilter({});
  return (
    <div className={styles.screen}>
      <PageHeading>Admin User list</PageHeading>
      <Disclosure title="Filter" aside={chips.length > 0 && `${chips.length} set`} openAtFirst={!isNarrow}>
        <FilterForm fields={fields} filter={filter} onApply={setFilter} onClear={clear} />
      </Disclosure>
      <FilterChips
        chips={chips}
        onClear={(name) => setFilter(without(filter, name))}
        onClearAll={clear}
        results={region}
      />
      <Users search={search} region={region} />
    </div>
  );
}

interface UsersProps {
  search: ListSearch;
  region: RefObject<HTMLElement | null>;
}

function Users({ search, region }: UsersProps) {
  const agent = useSession()?.user;
  const { data, error, isPlaceholderData, refetch } = useUsers(search);
  const deletion = useDeleteOtherUser();

  return (
    <section
      ref={region}
      className={styles.list}
      aria-label="Users"
      aria-busy={isPlaceholderData || deletion.isPending}
      tabIndex={-1}
    >
      {error && (
        <ListFailure
          title="Failed to fetch users"
          error={error}
          onRetry={() => {
            region.current?.focus();
            void refetch();
          }}
          onClear={() => {
            region.current?.focus();
            search.setFilter({});
          }}
        />
      )}
      {!data && !error && <Loading />}
      <LiveRegion>
        {data?.rows.length === 0 && (
          <p className={styles.empty}>No user record found. Please press clear button above.</p>
        )}
      </LiveRegion>
      {data && data.rows.length > 0 && (
        <>
          <p className={styles.note}>Times in UTC</p>
          <ul className={styles.users}>
            {data.rows.map((user) => (
              <AdminUserCard
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
          </ul>
          <Pagination
            page={data.page}
            pages={data.pages}
            total={`${data.total.toLocaleString('en-AU')} ${data.total === 1 ? 'user' : 'users'}`}
            onPage={(page) => {
              showFromTop(region.current);
              search.setPage(page);
            }}
          />
        </>
      )}
    </section>
  );
}
