import { useQuery } from '@tanstack/react-query';
import { call } from '#session/call.ts';

/** Part of the operation's query key, so that its invalidation reaches this page. */
const here = 'privacy';

export const useRecords = () =>
  useQuery({
    queryKey: ['getStorageUsage', here],
    queryFn: ({ signal }) => call('getStorageUsage', { signal }),
  });

/** The latest one, with the total. */
export const useLastAccess = () =>
  useQuery({
    queryKey: ['listAccesses', here],
    queryFn: ({ signal }) => call('listAccesses', { query: { page_size: 1 }, signal }),
  });

export const useLastSignIn = () =>
  useQuery({
    queryKey: ['listSignIns', here],
    queryFn: ({ signal }) => call('listSignIns', { query: { page_size: 1 }, signal }),
  });
