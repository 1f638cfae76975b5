import { useQuery } from '@tanstack/react-query';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';

export const useCreateFlag = () =>
  useOperation('createFlag', {
    invalidates: ['listOwnFlags', 'listBlocks', 'listFriendRequests', 'listCalculations', 'searchUsers'],
  });

/** For somebody who has reported the person before. */
export const useBlock = (id: string) =>
  useOperation('blockUser', {
    params: { id },
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
