import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { friendLimits } from 'contract/friends/friends.constants.ts';
import { ApiError } from '#api/api-error.ts';
import { friendLists } from '#parts/friends/friend-lists.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';
import {
  type FriendChange,
  type FriendLists,
  changedBlocks,
  changedLists,
  successText,
} from './friend-changes.ts';

const blocks = apiQuery('listBlocks');

const mutationKey = ['changeFriends'];

function usePendingChanges(): FriendChange[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as FriendChange,
  });
}

/**
 * Friends and requests with the pending changes applied optimistically. A change is pending until the lists are read
 * again; one that the server refuses is rolled back. Refetched at each visit of the tab or window, and every few seconds while visible.
 */
export function useFriendLists() {
  const changes = usePendingChanges();
  const { data, error, refetch } = useQuery({ ...friendLists, refetchInterval: friendLimits.refetchMs });
  return { data: data && changes.reduce<FriendLists>(changedLists, data), error, refetch };
}

export function useBlocks() {
  const changes = usePendingChanges();
  const { data, error, refetch } = useQuery(blocks);
  return { data: data && changes.reduce(changedBlocks, data).data, error, refetch };
}

/**
 * @returns a function that makes a change: optimistic, with a toast on success and a rollback with a message on
 * refusal. The same change is ignored while it is pending, as after a double click.
 */
export function useChangeFriends(): (change: FriendChange) => void {
  const queryClient = useQueryClient();
  const { mutate } = useApiMutation({
    mutationKey,
    mutationFn: carryOut,
    success: ({ msg }, change) => msg || successText(change),
    toastsFailure: failureText,
    onError: (error) => {
      if (isStatus(error, 404)) void queryClient.invalidateQueries({ queryKey: ['searchUsers'] });
    },
    invalidates: ['listFriendRequests', 'listBlocks'],
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

function failureText(error: Error): string | undefined {
  // The end of the session is announced elsewhere.
  if (isStatus(error, 401)) return undefined;
  // The user has just seen the person or request, so "not found" would confuse.
  return isStatus(error, 404)
    ? 'This is no longer possible: something has changed in the meantime.'
    : error.message;
}

const subjectOf = (change: FriendChange) => ('request' in change ? change.request : change.person).id;

async function carryOut(change: FriendChange): Promise<{ msg: string }> {
  switch (change.operation) {
    case 'respondFriendRequest': {
      const { request, action } = change;
      return call('respondFriendRequest', { params: { requestId: request.id }, body: { action } });
    }
    case 'deleteFriendRequest':
      return call('deleteFriendRequest', { params: { id: change.request.id } });
    default:
      return call(change.operation, { params: { id: change.person.id } });
  }
}

/** Users by name. A new text aborts the previous request; its results stay visible meanwhile. */
export function useSearchUsers(query: string) {
  return useQuery({
    ...apiQuery('searchUsers', { query: { query } }),
    enabled: query !== '',
    placeholderData: (previous) => (query === '' ? undefined : previous),
    // The user continues to type, or retries, before an automatic retry.
    retry: false,
  });
}
