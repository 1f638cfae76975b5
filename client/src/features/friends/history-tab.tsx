import { Panel } from '#ui/panel.tsx';
import { useChangeFriends, useFriendLists } from './friends.queries.ts';
import { LoadState } from './load-state.tsx';
import { RequestHistory } from './request-history.tsx';

export default function HistoryTab() {
  const { lists, error, refetch } = useFriendLists();
  const change = useChangeFriends();
  return (
    <Panel title="Friend Request History">
      {lists ? (
        <RequestHistory lists={lists} change={change} />
      ) : (
        <LoadState what="the history" error={error} retry={() => void refetch()} />
      )}
    </Panel>
  );
}
