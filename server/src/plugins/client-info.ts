import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '#platform/addresses.ts';
import type { ClientInfo } from '#auth/client-info.ts';

const userAgentMaxLength = 512;

/** The caller's address is the socket's peer, unless that is a trusted proxy: then the one it forwards. */
export function clientInfoOf(request: FastifyRequest): ClientInfo {
  return {
    ipAddress: addressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
    fromProxy: isFromProxy(request),
  };
}

/** Without the port that some proxies add. What a proxy forwards that is no address counts as the proxy's own. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  if (isIP(ip) !== 0) return plainAddress(ip);
  const [, bracketed, plain] = /^(?:\[(.+)\]|([\d.]+)):\d+$/.exec(ip) ?? [];
  const address = bracketed ?? plain ?? '';
  return plainAddress(isIP(address) === 0 ? (socket.remoteAddress ?? '') : address);
}

/** Whether a trusted proxy named the address. */
export function isFromProxy({ ips }: FastifyRequest): boolean {
  return (ips?.length ?? 0) > 1;
}
