import { useQuery } from '@tanstack/react-query';
import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import { apiQuery } from '#session/call.ts';

/** What a block of the network would have stopped. Without a network nothing is asked. */
export const useNetworkPreview = (network: string) =>
  useQuery({
    ...apiQuery('previewNetworkBlock', { body: { network, days: networkBlockLimits.previewDays } }),
    enabled: network !== '',
  });

/** Of the active blocks that contain the IP address or network, the one that ends last. */
export function useActiveBlock(network = '') {
  const [address = ''] = network.split('/');
  const { data } = useQuery({
    // A network would find only the blocks that equal it.
    ...apiQuery('listNetworkBlocks', { body: { state: 'active', network: address } }),
    enabled: address !== '',
    // Without any, the answer is a 404.
    retry: false,
  });
  return data?.data
    .filter((block) => prefixOf(block.network) <= prefixOf(network))
    .toSorted((one, other) => other.ends_at.localeCompare(one.ends_at))[0];
}

const kindOf = (network: string) => (network.includes(':') ? 'ipv6' : 'ipv4');

/** That of an IP address is the longest. */
const prefixOf = (network: string) =>
  Number(network.split('/')[1] ?? { ipv4: 32, ipv6: 128 }[kindOf(network)]);

export const isTooWide = (network: string): boolean =>
  prefixOf(network) < networkBlockLimits.shortestPrefixBits[kindOf(network)];
