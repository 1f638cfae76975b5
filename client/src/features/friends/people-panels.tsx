import type { Person as PersonFacts } from 'contract/friends.ts';
import { Person } from './person.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import type { FriendChange } from './friend-changes.ts';
import { useBlocks } from './friends.queries.ts';
import { LoadState } from './load-state.tsx';
import { PeopleList, RowActions } from './people-list.tsx';
import { ActionButton, BlockButton, RemoveButton } from './row-buttons.tsx';

interface FriendsPanelProps {
  friends: PersonFacts[];
  change: (change: FriendChange) => void;
}

export function FriendsPanel({ friends, change }: FriendsPanelProps) {
  return (
    <Disclosure title={`Friends (${friends.length})`}>
      <PeopleList label="Friends" items={friends} empty="No friends yet. Search for somebody to ask.">
        {(person) => (
          <>
            <Person person={person} />
            <RowActions>
              <RemoveButton person={person} change={change} />
              <BlockButton person={person} change={change} />
            </RowActions>
          </>
        )}
      </PeopleList>
    </Disclosure>
  );
}

/** Closed at first: few people block anybody. */
export function BlockedPanel({ change }: Pick<FriendsPanelProps, 'change'>) {
  const { blocked, error, refetch } = useBlocks();
  return (
    <Disclosure title={blocked ? `Blocked Users (${blocked.length})` : 'Blocked Users'} openAtFirst={false}>
      {blocked ? (
        <PeopleList
          label="Blocked Users"
          items={blocked}
          empty="You have blocked nobody. Whoever you block cannot find or ask you, and is not told."
        >
          {(person) => (
            <>
              <Person person={person} />
              <RowActions>
                <ActionButton
                  label="Unblock"
                  who={person.username}
                  onAct={() => change({ operation: 'unblockUser', person })}
                />
              </RowActions>
            </>
          )}
        </PeopleList>
      ) : (
        <LoadState what="blocked users" error={error} retry={() => void refetch()} />
      )}
    </Disclosure>
  );
}
