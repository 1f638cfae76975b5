import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Converts IPv4-mapped IPv6 addresses to IPv4. Returns other text unchanged. */
export function normalizeIpAddress(ipAddress: string): string {
  if (isIPv4(ipAddress) || !ipaddr.isValid(ipAddress)) return ipAddress;
  return ipaddr.process(ipAddress).toString();
}

/** The address block that limits count as one caller. Other text is returned unchanged. */
export function ipAddressGroup(ipAddress: string, prefixBits: { ipv4: number; ipv6: number }): string {
  if (prefixBits.ipv4 === 32 && isIPv4(ipAddress)) return `${ipAddress}/32`;
  if (!ipaddr.isValid(ipAddress)) return ipAddress;
  const parsed = ipaddr.process(ipAddress);
  const bits = prefixBits[parsed.kind()];
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}

/** Whether the host of a URL, or an IP address, is this machine. */
export function isLoopback(hostname: string): boolean {
  const ipAddress = hostname.replace(/^\[|\]$/g, '');
  if (hostname.toLowerCase() === 'localhost') return true;
  return ipaddr.isValid(ipAddress) && ipaddr.process(ipAddress).range() === 'loopback';
}

/** Whether an IP address belongs to the public internet. */
export const isPublicIpAddress = (ipAddress: string): boolean =>
  ipaddr.isValid(ipAddress) && ipaddr.process(ipAddress).range() === 'unicast';

/** Whether the installation is used from this machine only. Limits per IP address would not help there. */
export function isOwnMachine(publicUrl: string, callerIpAddress: string): boolean {
  return isLoopback(new URL(publicUrl).hostname) && isLoopback(callerIpAddress);
}

/** Address blocks for limits per IP address: an IPv4 host, an IPv6 link. */
export const hostGroup = { ipv4: 32, ipv6: 64 };
/** Address blocks that one network typically has. */
export const networkGroup = { ipv4: 24, ipv6: 48 };

export interface IpAddressRange {
  first: string;
  last: string;
}

/** The range of a single IP address contains only itself. */
export function ipAddressRange(range: string): IpAddressRange {
  if (!range.includes('/')) return { first: normalizeIpAddress(range), last: normalizeIpAddress(range) };
  const kind = range.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  return {
    first: kind.networkAddressFromCIDR(range).toString(),
    last: kind.broadcastAddressFromCIDR(range).toString(),
  };
}
