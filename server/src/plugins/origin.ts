import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Origin } from '#domain/records.ts';

/** Longer ones are nobody's browser. */
const userAgentMaxLength = 512;

/** Where a request came from. Its address is the peer's, unless a trusted proxy named another (see `TRUST_PROXY`). */
export function originOf(request: FastifyRequest): Origin {
  return {
    ipAddress: ipaddr.isValid(request.ip) ? ipaddr.process(request.ip).toString() : request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
    fromProxy: (request.ips?.length ?? 0) > 1,
  };
}
