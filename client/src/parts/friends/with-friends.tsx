import { useQuery } from '@tanstack/react-query';
import type { Person } from 'contract/friends/friends.ts';
import type { ReactNode } from 'react';
import { friendLists } from '#parts/friends/friend-lists.ts';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface WithFriendsProps {
  title: string;
  /** What friends are for here. */
  purpose: string;
  onClose: () => void;
  children: (friends: readonly [Person, ...Person[]]) => ReactNode;
}

/** Displays the children for a user with friends, or a dialog that says where to find some. */
export function WithFriends({ title, purpose, onClose, children }: WithFriendsProps) {
  const query = useQuery({ ...friendLists, select: ({ friends }) => friends });
  const [first, ...others] = query.data ?? [];
  if (first) return children([first, ...others]);
  return (
    <Dialog title={title} onClose={onClose}>
      <QueryState query={query} failure="Your friends could not be loaded.">
        {() => (
          <>
            <p>You have no friends here yet. {purpose}</p>
            <p>
              <Button to={`${paths.profile}?tab=friends`}>Find friends</Button>
            </p>
          </>
        )}
      </QueryState>
    </Dialog>
  );
}
