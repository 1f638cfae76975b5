import { useQuery } from '@tanstack/react-query';
import { call } from '#session/call.ts';

export const storageFailed = 'Failed to fetch storage usage data.';

/** Fetched on `refetch` only; without retries, so that a failure shows at once. */
export function useStorageUsage() {
  return useQuery({
    queryKey: ['getStorageUsage'],
    queryFn: ({ signal }) => call('getStorageUsage', { signal }),
    enabled: false,
    retry: false,
  });
}
