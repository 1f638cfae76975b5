import { useQuery } from '@tanstack/react-query';
import { call } from '#session/call.ts';

/** Second element of the query keys: the operation is the first, so its invalidation refetches these queries, too. */
const keySuffix = 'privacy';

export const useRecords = () =>
  useQuery({
    queryKey: ['getStorageUsage', keySuffix],
    queryFn: ({ signal }) => call('getStorageUsage', { signal }),
  });

/** The latest access by staff and the total number. */
export const useLastAccess = () =>
  useQuery({
    queryKey: ['listAccesses', keySuffix],
    queryFn: ({ signal }) => call('listAccesses', { query: { page_size: 1 }, signal }),
  });

export const useLastSignIn = () =>
  useQuery({
    queryKey: ['listSignIns', keySuffix],
    queryFn: ({ signal }) => call('listSignIns', { query: { page_size: 1 }, signal }),
  });
