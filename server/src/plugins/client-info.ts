import type { FastifyReply, FastifyRequest } from 'fastify';
import { forwardedIpAddress, normalizeIpAddress } from '#platform/ip-addresses.ts';
import type { ClientInfo } from '#audit/audit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Read with `ipAddressOf`. */
    ipAddress: string | null;
  }
}

const userAgentMaxLength = 512;

/** The peer of the socket or, if that is a trusted proxy, the forwarded IP address. */
export function clientInfoOf(request: FastifyRequest): ClientInfo {
  return {
    ipAddress: ipAddressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
    fromProxy: isFromProxy(request),
  };
}

/** If the forwarded IP address is invalid, the proxy's own is used. Several hooks need it, so it is read once. */
export function ipAddressOf(request: FastifyRequest): string {
  request.ipAddress ??=
    (isForwarded(request) ? forwardedIpAddress(request.ip) : undefined) ??
    normalizeIpAddress(request.socket.remoteAddress ?? '');
  return request.ipAddress;
}

export const isFromProxy = (request: FastifyRequest): boolean =>
  isForwarded(request) && (request.ips?.length ?? 0) > 1;

/** Fastify's `ip` and `ips` parse the headers of proxies at each use. */
const isForwarded = ({ headers }: FastifyRequest) => headers['x-forwarded-for'] !== undefined;

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
