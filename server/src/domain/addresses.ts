import ipaddr from 'ipaddr.js';

/**
 * The block that one subscriber typically holds: limits count it as one caller. IPv4-mapped IPv6 addresses
 * are their IPv4 address. Text that is no address stands for itself.
 */
export function addressGroup(address: string, prefixBits: { ipv4: number; ipv6: number }): string {
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
