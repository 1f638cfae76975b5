import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address as it is written everywhere: IPv4-mapped IPv6 ones as IPv4. Text that is no address stays. */
export function plainAddress(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toString();
}

/**
 * The block that one subscriber typically holds: limits count it as one caller. IPv4-mapped IPv6 addresses
 * are their IPv4 address. Text that is no address stands for itself.
 */
export function addressGroup(address: string, prefixBits: { ipv4: number; ipv6: number }): string {
  // What most addresses are, and are asked for on every limited request.
  if (prefixBits.ipv4 === 32 && isIPv4(address)) return `${address}/32`;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bits = prefixBits[parsed.kind()];
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}

/** Blocks for rate limits per address: a host, and one IPv6 link. */
export const hostGroup = { ipv4: 32, ipv6: 64 };
