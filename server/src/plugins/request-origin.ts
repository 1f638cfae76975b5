import type { FastifyRequest } from 'fastify';
import { plainAddress } from '#domain/addresses.ts';
import type { Origin } from '#domain/records.ts';

const userAgentMaxLength = 512;

/** The caller's address is the socket's peer, unless that is a trusted proxy: then the one it forwards. */
export function originOf(request: FastifyRequest): Origin {
  return {
    ipAddress: plainAddress(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
    fromProxy: (request.ips?.length ?? 0) > 1,
  };
}
