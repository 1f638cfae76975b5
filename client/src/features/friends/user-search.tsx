import type { SessionUser } from 'contract/accounts.ts';
import type { Person as PersonFacts } from 'contract/friends.ts';
import { friendLimits } from 'contract/friends.constants.ts';
import { useState } from 'react';
import { Person } from './person.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { Panel } from '#ui/panel.tsx';
import type { FriendChange, FriendLists } from './friend-changes.ts';
import { useBlocks, useSearchUsers } from './friends.queries.ts';
import { LoadFailure } from './load-state.tsx';
import { PeopleList, RowActions } from './people-list.tsx';
import { SearchActions } from './search-actions.tsx';
import { useDebouncedValue } from '#parts/use-debounced-value.ts';
import styles from './user-search.module.css';

interface UserSearchProps {
  user: SessionUser;
  lists: FriendLists;
  change: (change: FriendChange) => void;
}

/** Searches users while typing, and shows the relation to each. */
export function UserSearch({ user, lists, change }: UserSearchProps) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const query = useDebouncedValue(text, friendLimits.searchDebounceMs);
  const { data, error, isFetching, refetch } = useSearchUsers(query);
  const isBusy = isFetching || query !== text;

  return (
    <Panel title="Find People">
      <div className={styles.search}>
        <Field label="Search users">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              value={typed}
              maxLength={friendLimits.queryMaxLength}
              placeholder="Username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setTyped('');
              }}
            />
          )}
        </Field>
        <LiveRegion>
          {text && !error && <p className={styles.state}>{stateText(isBusy, data?.data)}</p>}
        </LiveRegion>
        <LoadFailure what="users" error={text ? error : null} retry={() => void refetch()} />
        {text && data && data.data.length > 0 && (
          <Results people={data.data} isBusy={isBusy} user={user} lists={lists} change={change} />
        )}
      </div>
    </Panel>
  );
}

function stateText(isBusy: boolean, people: PersonFacts[] | undefined): string {
  if (isBusy || !people) return 'Searching…';
  if (people.length === 0) return 'No users found.';
  if (people.length === friendLimits.searchResults) return `The ${people.length} best matches.`;
  return people.length === 1 ? '1 user found.' : `${people.length} users found.`;
}

interface ResultsProps extends UserSearchProps {
  people: PersonFacts[];
  isBusy: boolean;
}

function Results({ people, isBusy, user, lists, change }: ResultsProps) {
  const { blocked = [] } = useBlocks();
  return (
    <PeopleList label="Users found" items={people} isBusy={isBusy}>
      {(person) => (
        <>
          <Person person={person} />
          <RowActions>
            <SearchActions
              user={user}
              person={person}
              lists={lists}
              isBlocked={blocked.some(({ id }) => id === person.id)}
              change={change}
            />
          </RowActions>
        </>
      )}
    </PeopleList>
  );
}
