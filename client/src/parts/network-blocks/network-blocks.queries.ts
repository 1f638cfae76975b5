import { useQuery } from '@tanstack/react-query';
import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import type { Input } from '#api/call.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

/** What a block of the network would have stopped. Without a network nothing is asked. */
export const useNetworkPreview = (network: string) =>
  useQuery({
    ...apiQuery('previewNetworkBlock', { body: { network, days: networkBlockLimits.previewDays } }),
    enabled: network !== '',
  });

/** Of the active blocks of an IP address or network, the one that ends last. */
export function useActiveBlock(network: string | undefined) {
  const { data } = useQuery({
    ...apiQuery('listNetworkBlocks', { body: { state: 'active', network } }),
    enabled: network !== undefined,
    // Without any, the answer is a 404.
    retry: false,
  });
  return data?.data.toSorted((one, other) => other.ends_at.localeCompare(one.ends_at))[0];
}

export const useCreateNetworkBlock = () =>
  useApiMutation({
    mutationFn: (body: Input<'createNetworkBlock'>['body']) => call('createNetworkBlock', { body }),
    success: ({ msg }) => msg,
    invalidates: ['listNetworkBlocks', 'listNetworks', 'listTimeline'],
  });
