import { count } from 'contract/counts.ts';
import type { SessionUser } from 'contract/accounts/accounts.ts';
import { friendLimits } from 'contract/friends/friends.constants.ts';
import type { Person as PersonData } from 'contract/friends/friends.ts';
import { useState } from 'react';
import { PersonMenu } from '#parts/flags/person-menu.tsx';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import {
  type FriendLists,
  draftRequest,
  isFriend,
  receivedRequestFrom,
  sentRequestTo,
} from './friend-changes.ts';
import { useBlocks, useChangeFriends, useSearchUsers } from './friends.queries.ts';
import { PeopleList, RowActions } from './people-list.tsx';
import { Person, StatusLabel } from './person.tsx';
import { ActionButton, ConfirmedButton } from './row-buttons.tsx';

interface UserSearchProps {
  user: SessionUser;
  lists: FriendLists;
}

export function UserSearch({ user, lists }: UserSearchProps) {
  const [input, setInput] = useState('');
  const text = input.trim();
  const query = useDebouncedValue(text, friendLimits.searchDebounceMs);
  const { data, error, isFetching, refetch } = useSearchUsers(query);
  const { data: blocked = [] } = useBlocks();
  const isBusy = isFetching || query !== text;

  return (
    <Panel title="Find People">
      <div className="grid gap-3">
        <Field label="Search users">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              value={input}
              maxLength={friendLimits.queryMaxLength}
              placeholder="Username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setInput(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setInput('');
              }}
            />
          )}
        </Field>
        <LiveRegion>
          {text && !error && <p className="text-sm text-muted">{stateText(isBusy, data?.data)}</p>}
        </LiveRegion>
        {text && error && <Failure title="Could not load users." error={error} retry={refetch} />}
        {text && data && data.data.length > 0 && (
          <PeopleList label="Users found" items={data.data} isBusy={isBusy}>
            {(person) => (
              <>
                <Person person={person} />
                <RowActions>
                  {blocked.some(({ id }) => id === person.id) ? (
                    <StatusLabel status="rejected">Blocked</StatusLabel>
                  ) : (
                    <Relation user={user} person={person} lists={lists} />
                  )}
                  <PersonMenu person={person} />
                </RowActions>
              </>
            )}
          </PeopleList>
        )}
      </div>
    </Panel>
  );
}

function stateText(isBusy: boolean, people: PersonData[] | undefined): string {
  if (isBusy || !people) return 'Searching…';
  if (people.length === 0) return 'No users found.';
  if (people.length === friendLimits.searchResults) return `The ${people.length} best matches.`;
  return `${count(people.length, 'user')} found.`;
}

function Relation({ user, person, lists }: UserSearchProps & { person: PersonData }) {
  const change = useChangeFriends();
  if (isFriend(lists, person)) {
    return <StatusLabel status="accepted">Friend</StatusLabel>;
  }
  // After a rejection, or the end of a friendship, another request is possible.
  if (sentRequestTo(lists, person)) return <StatusLabel status="pending">Request sent</StatusLabel>;
  const request = receivedRequestFrom(lists, person);
  return (
    <>
      <ActionButton
        label={request ? 'Accept' : 'Add'}
        who={person.username}
        variant="primary"
        onAct={() =>
          change(
            request
              ? { operation: 'respondFriendRequest', request, action: 'accept' }
              : { operation: 'sendFriendRequest', person, request: draftRequest(user, person) },
          )
        }
      />
      <ConfirmedButton operation="blockUser" person={person} />
    </>
  );
}
