import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#session/call.ts';

const refetchMs = 60_000;

/** The number of open rows of the queue, and the oldest one. */
export function useOpenFlags() {
  const { data } = useQuery({
    ...apiQuery('listFlags', { body: { state: 'open', sort: 'oldest', page_size: 1 } }),
    refetchInterval: refetchMs,
  });
  return { total: data?.totalFlag ?? 0, oldest: data?.data[0] };
}
