import { useQuery } from '@tanstack/react-query';
import { friendLists } from '#parts/friend-lists.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { isPending } from './friend-changes.ts';
import styles from './waiting.module.css';

function useWaitingRequests(): number {
  const { data = 0 } = useQuery({
    ...friendLists,
    select: ({ received_requests: requests }) => requests.filter(isPending).length,
  });
  return data;
}

export function WaitingCount() {
  const count = useWaitingRequests();
  return count > 0 && ` (${count})`;
}

export function WaitingDot() {
  const count = useWaitingRequests();
  if (count === 0) return null;
  return (
    <>
      <span className={styles.dot} aria-hidden="true" />
      <VisuallyHidden>
        ({count} friend {count === 1 ? 'request waits' : 'requests wait'})
      </VisuallyHidden>
    </>
  );
}
