import { queryOptions } from '@tanstack/react-query';
import { call } from '#session/call.ts';

export const friendLists = queryOptions({
  queryKey: ['listFriendRequests'],
  queryFn: ({ signal }) => call('listFriendRequests', { signal }),
});
