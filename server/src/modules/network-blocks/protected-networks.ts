import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import type { ClientInfo } from '#audit/audit.ts';
import { haveCommonIpAddress, isLocalNetwork, normalizeNetwork } from '#platform/ip-addresses.ts';

interface Surroundings {
  /** The IP addresses and networks of the proxies. */
  trustProxy: readonly string[];
  clientInfo: ClientInfo;
}

/** Why a network cannot be blocked, in sentences. */
export function protectionsOf(network: string, { trustProxy, clientInfo }: Surroundings): string[] {
  const normal = normalizeNetwork(network);
  if (!normal) return [];
  const { kind, prefixBits } = normal;
  const shortest = networkBlockLimits.shortestPrefixBits[kind];
  const rules: [isProtected: boolean, reason: string][] = [
    [prefixBits < shortest, `The network is too wide: the widest is /${shortest}.`],
    [isLocalNetwork(network), 'The network is a loopback, private, link-local or multicast one.'],
    [
      trustProxy.some((proxy) => haveCommonIpAddress(network, proxy)),
      'The network contains a proxy of this installation (TRUST_PROXY).',
    ],
    [haveCommonIpAddress(network, clientInfo.ipAddress), 'The network contains your own IP address.'],
  ];
  return rules.filter(([isProtected]) => isProtected).map(([, reason]) => reason);
}
