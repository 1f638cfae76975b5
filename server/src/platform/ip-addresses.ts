import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The parsed IP address, with an IPv4-mapped one as IPv4 and without a zone, which only its own machine knows. */
function parseIpAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [ipAddress = ''] = text.split('%');
  return isIP(ipAddress) === 0 ? undefined : ipaddr.process(ipAddress);
}

/** The form in which an IP address is stored. Returns other text unchanged. */
export function normalizeIpAddress(ipAddress: string): string {
  return isIPv4(ipAddress) ? ipAddress : (parseIpAddress(ipAddress)?.toString() ?? ipAddress);
}

/** The IP address in an entry of `X-Forwarded-For`, which may have brackets, a port and a zone. */
export function forwardedIpAddress(entry: string | undefined): string | undefined {
  // The peer of a closed socket has no IP address any more.
  const text = entry?.trim() ?? '';
  const [, bracketed, ipv4] = /^(?:\[([^\]]*:[^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  return parseIpAddress(bracketed ?? ipv4 ?? text)?.toString();
}

interface Network {
  ipAddress: ipaddr.IPv4 | ipaddr.IPv6;
  prefixBits: number;
}

/** An IP address is a network by itself, and an IPv4-mapped network is its IPv4 network. */
function parseNetwork(text: string): Network | undefined {
  const [, start = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const ipAddress = parseIpAddress(start);
  if (!ipAddress) return undefined;
  const isMapped = ipAddress.kind() === 'ipv4' && start.includes(':');
  const mostBits = ipAddress.toByteArray().length * 8;
  const prefixBits = bits === undefined ? mostBits : Number(bits) - (isMapped ? mappedBits : 0);
  if (prefixBits > mostBits) return undefined;
  return prefixBits >= 0
    ? { ipAddress, prefixBits }
    : { ipAddress: ipaddr.IPv6.parse(start), prefixBits: Number(bits) };
}

export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/** Without host bits, an IPv4-mapped network as IPv4, and a network of one IP address as this. Undefined for other text. */
export function normalizeNetwork(
  text: string,
): { network: string; kind: 'ipv4' | 'ipv6'; prefixBits: number } | undefined {
  const parsed = parseNetwork(text);
  if (!parsed) return undefined;
  const { ipAddress, prefixBits } = parsed;
  const isHost = prefixBits === ipAddress.toByteArray().length * 8;
  return {
    network: isHost ? firstIn(parsed) : `${firstIn(parsed)}/${prefixBits}`,
    kind: ipAddress.kind(),
    prefixBits,
  };
}

/** Parses an IP address once, to read its prefixes of several lengths as keys. Undefined for other text. */
export function prefixReader(text: string): ((prefixBits: number) => number | string) | undefined {
  const parsed = parseIpAddress(text);
  if (parsed instanceof ipaddr.IPv4) {
    const value = parsed.octets.reduce((sum, octet) => sum * 256 + octet, 0);
    return (prefixBits) => Math.floor(value / 2 ** (32 - prefixBits));
  }
  return (
    parsed &&
    ((prefixBits) => {
      const [groups, rest] = [prefixBits >> 4, prefixBits & 15];
      const whole = parsed.parts.slice(0, groups).join(':');
      return rest === 0 ? whole : `${whole}:${(parsed.parts[groups] ?? 0) >> (16 - rest)}`;
    })
  );
}

/** Of two networks, one contains the other, or they have no IP address in common. */
export const haveCommonIpAddress = (one: string, other: string): boolean =>
  [[one, other] as const, [other, one] as const].some(([outer, inner]) =>
    isInNetworks([outer])(ipAddressRange(inner).first),
  );

const neverBlocked = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'multicast', 'unspecified']);

/** Whether a network belongs to no caller from elsewhere: a loopback, private, link-local or multicast one. */
export function isLocalNetwork(text: string): boolean {
  const parsed = parseNetwork(text);
  if (!parsed) return false;
  return neverBlocked.has(ipaddr.parse(firstIn(parsed)).range()) || isInNetworks([text])('::1');
}

/** The prefix of IPv4-mapped addresses. */
const mappedBits = 96;

/** Whether an IP address lies in one of the networks. An IPv6 network may contain the IPv4-mapped addresses. */
export function isInNetworks(networks: readonly string[]): (ipAddress: string) => boolean {
  const parsed = networks.map(parseNetwork).filter((network) => network !== undefined);
  return (text) => {
    const ipAddress = parseIpAddress(text);
    return ipAddress !== undefined && parsed.some((network) => isInNetwork(ipAddress, network));
  };
}

function isInNetwork(address: Network['ipAddress'], { ipAddress: start, prefixBits }: Network): boolean {
  if (address instanceof ipaddr.IPv4) {
    return start instanceof ipaddr.IPv4
      ? address.match(start, prefixBits)
      : address.toIPv4MappedAddress().match(start, prefixBits);
  }
  return start instanceof ipaddr.IPv6 && address.match(start, prefixBits);
}

/** The address block that limits count as one caller. Other text is returned unchanged. */
export function ipAddressGroup(ipAddress: string, prefixBits: { ipv4: number; ipv6: number }): string {
  if (prefixBits.ipv4 === 32 && isIPv4(ipAddress)) return `${ipAddress}/32`;
  const parsed = parseIpAddress(ipAddress);
  if (!parsed) return ipAddress;
  const bits = prefixBits[parsed.kind()];
  return `${firstIn({ ipAddress: parsed, prefixBits: bits })}/${bits}`;
}

const kindOf = ({ ipAddress }: Network) => (ipAddress.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6);
const cidrOf = ({ ipAddress, prefixBits }: Network) => `${ipAddress.toString()}/${prefixBits}`;
const firstIn = (network: Network) => kindOf(network).networkAddressFromCIDR(cidrOf(network)).toString();
const lastIn = (network: Network) => kindOf(network).broadcastAddressFromCIDR(cidrOf(network)).toString();

/** Whether the host of a URL, or an IP address, is this machine. */
export function isLoopback(hostname: string): boolean {
  const ipAddress = hostname.replace(/^\[|\]$/g, '');
  if (hostname.toLowerCase() === 'localhost') return true;
  return ipaddr.isValid(ipAddress) && ipaddr.process(ipAddress).range() === 'loopback';
}

/** Whether an IP address belongs to the public internet. */
export const isPublicIpAddress = (ipAddress: string): boolean =>
  ipaddr.isValid(ipAddress) && ipaddr.process(ipAddress).range() === 'unicast';

/** Whether callers use the installation from this machine only. Limits per IP address would not help there. */
export function isOwnMachine(publicUrl: string): (callerIpAddress: string) => boolean {
  return isLoopback(new URL(publicUrl).hostname) ? isLoopback : () => false;
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
export function ipAddressRange(text: string): IpAddressRange {
  const network = parseNetwork(text);
  return network ? { first: firstIn(network), last: lastIn(network) } : { first: text, last: text };
}
