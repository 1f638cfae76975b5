import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forwardedIpAddress, normalizeIpAddress } from '#platform/ip-addresses.ts';
import type { ClientInfo } from '#audit/audit.ts';

const userAgentMaxLength = 512;

/** The peer of the socket or, if that is a trusted proxy, the forwarded IP address. */
export function clientInfoOf(request: FastifyRequest): ClientInfo {
  return {
    ipAddress: ipAddressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
    fromProxy: isFromProxy(request),
  };
}

/** Several hooks need it, and Fastify reads the proxies' headers again for each of them. */
const ipAddresses = new WeakMap<IncomingMessage, string>();

/** If the forwarded IP address is invalid, the proxy's own is used. */
export function ipAddressOf(request: FastifyRequest): string {
  const { raw } = request;
  const ipAddress =
    ipAddresses.get(raw) ??
    forwardedIpAddress(request.ip) ??
    normalizeIpAddress(request.socket.remoteAddress ?? '');
  ipAddresses.set(raw, ipAddress);
  return ipAddress;
}

export function isFromProxy({ ips }: FastifyRequest): boolean {
  return (ips?.length ?? 0) > 1;
}

export function presentedDeviceToken({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-device-token'];
  return typeof token === 'string' ? token : undefined;
}

/** Aborted when the client disconnects before the response is complete. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (raw.destroyed) disconnected.abort();
  else {
    raw.once('close', () => {
      if (!raw.writableFinished) disconnected.abort();
    });
  }
  return disconnected.signal;
}
