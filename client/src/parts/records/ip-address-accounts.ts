import { count } from 'contract/counts.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#session/call.ts';

/** The number of accounts of an IP address or network; null while loading. */
export function useIpAddressAccounts(ip_address: string | undefined) {
  const { data } = useQuery({
    ...apiQuery('listTimeline', { body: { ip_address, page_size: 1 } }),
    select: ({ accounts }) => accounts,
    enabled: ip_address !== undefined,
    retry: false,
  });
  return data ?? null;
}

export const accountsFrom = (total: number): string => `${count(total, 'account')} from this IP address`;
