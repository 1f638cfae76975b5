import { useQuery } from '@tanstack/react-query';
import { call } from '#session/call.ts';

export const storageFailed = 'Failed to fetch storage usage data.';

/** Waits for `refetch`; one try each time, so that a failure is told at once. */
export function useStorageUsage() {
  return useQuery({
    queryKey: ['getStorageUsage'],
    queryFn: ({ signal }) => call('getStorageUsage', { signal }),
    enabled: false,
    retry: false,
  });
}
