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

/** The block of an IP address or network that is active. */
export function useActiveBlock(network: string | undefined) {
  const { data } = useQuery({
    ...apiQuery('listNetworkBlocks', { body: { state: 'active', network, page_size: 1 } }),
    enabled: network !== undefined,
    // Without any, the answer is a 404.
    retry: false,
  });
  return data?.data[0];
}

export const useCreateNetworkBlock = () =>
  useApiMutation({
    mutationFn: (body: Input<'createNetworkBlock'>['body']) => call('createNetworkBlock', { body }),
    success: ({ msg }) => msg,
    invalidates: ['listNetworkBlocks', 'listNetworks', 'listTimeline'],
  });
