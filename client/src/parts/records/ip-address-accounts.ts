import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#parts/format/format.ts';
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

export const accountsFrom = (total: number): string =>
  `${formatNumber(total)} ${total === 1 ? 'account' : 'accounts'} from this IP address`;
