import { nounAfter } from 'contract/counts.ts';
import { useQuery } from '@tanstack/react-query';
import { friendLists } from '#parts/friends/friend-lists.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { isPending } from './friend-changes.ts';

function useWaitingRequests(): number {
  const { data = 0 } = useQuery({
    ...friendLists,
    select: ({ received_requests: requests }) => requests.filter(isPending).length,
  });
  return data;
}

export function WaitingCount() {
  const count = useWaitingRequests();
  return count > 0 && `, ${count} open`;
}

export function WaitingDot() {
  const count = useWaitingRequests();
  if (count === 0) return null;
  return (
    <>
      <span
        className="ms-2 inline-block size-2 flex-none rounded-full bg-accent forced-colors:bg-[LinkText]"
        aria-hidden="true"
      />
      <VisuallyHidden>
        ({count} friend {nounAfter(count, 'request waits', 'requests wait')})
      </VisuallyHidden>
    </>
  );
}
