import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { friendLimits } from 'contract/limits.ts';
import { ApiError } from '#api/api-error.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';
import { type FriendChange, changedBlocks, changedLists } from './friend-changes.ts';

/** What the other side does shows on the next visit of the tab or window, and within seconds while one looks on. */
const friendLists = queryOptions({
  queryKey: ['listFriendRequests'],
  queryFn: ({ signal }) => call('listFriendRequests', { signal }),
  refetchInterval: friendLimits.refetchMs,
});

const blocks = queryOptions({
  queryKey: ['listBlocks'],
  queryFn: ({ signal }) => call('listBlocks', { signal }),
});

const mutationKey = ['changeFriends'];

const searchKey = 'searchUsers';

/** The changes that the server has not answered yet, in the order in which they were made. */
function usePendingChanges(): FriendChange[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as FriendChange,
  });
}

/** The friends and requests, with every own change already made; one that is refused falls out again. */
export function useFriendLists() {
  const changes = usePendingChanges();
  const { data, error, refetch } = useQuery(friendLists);
  return { lists: data && changes.reduce(changedLists, data), error, refetch };
}

export function useBlocks() {
  const changes = usePendingChanges();
  const { data, error, refetch } = useQuery(blocks);
  return { blocked: data && changes.reduce(changedBlocks, data).data, error, refetch };
}

/**
 * @returns what makes a change: seen at once, told when it is done, taken back with a message when refused. While it is
 * on its way, the same once more in a row, such as a double click's, is none.
 */
export function useChangeFriends(): (change: FriendChange) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: carryOut,
    onSuccess: ({ msg, done }) => {
      queryClient.setQueryData(friendLists.queryKey, (lists) => lists && changedLists(lists, done));
      queryClient.setQueryData(blocks.queryKey, (people) => people && changedBlocks(people, done));
      toast.success(msg);
    },
    onError: (error) => {
      // The end of the session is told where it is noticed.
      if (isStatus(error, 401)) return;
      if (!isStatus(error, 404)) return toast.error(error.message);
      // Said to one who saw the person or the request a moment ago.
      toast.error('No longer possible: something has changed meanwhile.');
      void queryClient.invalidateQueries({ queryKey: [searchKey] });
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: friendLists.queryKey });
      void queryClient.invalidateQueries({ queryKey: blocks.queryKey });
    },
  });
  return (change) => {
    const underWay = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' });
    const last = underWay
      .map(({ state }) => state.variables as FriendChange)
      .findLast((other) => subjectOf(other) === subjectOf(change));
    if (last?.operation !== change.operation) mutate(change);
  };
}

const isStatus = (error: Error, status: number) => error instanceof ApiError && error.status === status;

const subjectOf = (change: FriendChange) => ('request' in change ? change.request : change.person).id;

/** @returns the server's words, and the change with what only the server knew. */
async function carryOut(change: FriendChange): Promise<{ msg: string; done: FriendChange }> {
  switch (change.operation) {
    case 'sendFriendRequest': {
      const { msg, request } = await call('sendFriendRequest', { params: { id: change.person.id } });
      return { msg, done: { ...change, request } };
    }
    case 'respondFriendRequest': {
      const { request, action } = change;
      const params = { requestId: request.id };
      const { msg } = await call('respondFriendRequest', { params, body: { action } });
      return { msg, done: change };
    }
    case 'deleteFriendRequest': {
      const { msg } = await call('deleteFriendRequest', { params: { id: change.request.id } });
      return { msg, done: change };
    }
    default: {
      const { msg } = await call(change.operation, { params: { id: change.person.id } });
      return { msg, done: change };
    }
  }
}

/** People by name. A new text ends the request of the one before, whose people stay in view meanwhile. */
export function useSearchUsers(query: string) {
  return useQuery({
    queryKey: [searchKey, query],
    queryFn: ({ signal }) => call('searchUsers', { query: { query }, signal }),
    enabled: query !== '',
    placeholderData: (previous) => (query === '' ? undefined : previous),
    // One types on, or presses for another try, long before a pause between tries has passed.
    retry: false,
  });
}
