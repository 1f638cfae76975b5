import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import type { ClientInfo } from '#audit/audit.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import type { Executor } from '#platform/database/query.ts';
import {
  haveCommonIpAddress,
  isInNetworks,
  isLocalNetwork,
  normalizeNetwork,
} from '#platform/ip-addresses.ts';
import { selectSuperusersSeen } from './network-blocks.queries.ts';

interface Surroundings {
  /** The IP addresses and networks of the proxies. */
  trustProxy: readonly string[];
  clientInfo: ClientInfo;
}

/** Nobody can block it, so nobody needs to read who is in it. */
export function isTooWide(network: string): boolean {
  const normal = normalizeNetwork(network);
  return normal !== undefined && normal.prefixBits < networkBlockLimits.shortestPrefixBits[normal.kind];
}

/** Why a network cannot be blocked, in sentences. */
export function protectionsOf(network: string, { trustProxy, clientInfo }: Surroundings): string[] {
  const normal = normalizeNetwork(network);
  if (!normal) return [];
  const { kind } = normal;
  const shortest = networkBlockLimits.shortestPrefixBits[kind];
  const rules: [isProtected: boolean, reason: string][] = [
    [isTooWide(network), `The network is too wide: the widest is /${shortest}.`],
    // IPv4-mapped addresses are stored and looked up as IPv4.
    [
      kind === 'ipv6' && isInNetworks([network])('0.0.0.0'),
      'The network is too wide: it contains every IPv4 address.',
    ],
    [isLocalNetwork(network), 'The network is a loopback, private, link-local or multicast one.'],
    [
      trustProxy.some((proxy) => haveCommonIpAddress(network, proxy)),
      'The network contains a proxy of this installation (TRUST_PROXY).',
    ],
    [haveCommonIpAddress(network, clientInfo.ipAddress), 'The network contains your own IP address.'],
  ];
  return rules.filter(([isProtected]) => isProtected).map(([, reason]) => reason);
}

/**
 * The same for what depends on the agent: superusers may block each other's networks. A reason tells where the superusers were seen,
 * so its response is a view of them.
 */
export async function protectionsFrom(executor: Executor, { user }: Caller, network: string) {
  const superusers =
    user.is_superuser || isTooWide(network) ? [] : await selectSuperusersSeen(executor, network);
  if (superusers.length === 0) return { reasons: [], superuserIds: [] };
  const { superuserDays } = networkBlockLimits;
  const reason = `A superuser was seen in the network in the last ${superuserDays} days. Only a superuser can block it.`;
  return { reasons: [reason], superuserIds: superusers.map(({ id }) => id) };
}
