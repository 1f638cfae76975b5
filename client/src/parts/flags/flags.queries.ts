import { useQuery } from '@tanstack/react-query';
import type { Input } from '#api/call.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useCreateFlag = () =>
  useApiMutation({
    mutationFn: (body: Input<'createFlag'>['body']) => call('createFlag', { body }),
    success: ({ msg }) => msg,
    invalidates: ['listOwnFlags', 'listBlocks', 'listFriendRequests', 'listCalculations', 'searchUsers'],
  });

/** For somebody who has reported the person before. */
export const useBlock = (id: string) =>
  useApiMutation({
    mutationFn: () => call('blockUser', { params: { id } }),
    success: ({ msg }) => msg,
    toastsFailure: true,
    invalidates: ['listBlocks', 'listFriendRequests', 'listCalculations', 'searchUsers'],
  });

const refetchMs = 60_000;

/** The number of open rows of the queue, and the oldest one. */
export function useOpenFlags() {
  const { data } = useQuery({
    ...apiQuery('listFlags', { body: { state: 'open', sort: 'oldest', page_size: 1 } }),
    refetchInterval: refetchMs,
  });
  return { total: data?.totalFlag ?? 0, oldest: data?.data[0] };
}
