import { calculationMethodHeader } from 'contract/calculations/method.ts';
import { totalCountHeader } from 'contract/limits.ts';
import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { isLoopback } from '#platform/ip-addresses.ts';

const preflightMaxAgeSeconds = 600;

/** Allows pages of these origins to call the API with cookies. */
export default fp(async function cors(app: FastifyInstance, { origins }: { origins: (string | RegExp)[] }) {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    origin: origins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'x-csrftoken', 'x-device-token'],
    exposedHeaders: ['retry-after', 'x-request-id', totalCountHeader, calculationMethodHeader],
    maxAge: preflightMaxAgeSeconds,
    // An invalid preflight gets the normal error envelope.
    strictPreflight: false,
  });
});

/** The configured origins and, for an installation on this machine only, every port of this machine. */
export function otherOrigins(publicUrl: string, corsOrigins: string[]): (string | RegExp)[] {
  const named = corsOrigins.map((origin) => new URL(origin).origin);
  const { protocol, hostname } = new URL(publicUrl);
  if (!isLoopback(hostname)) return named;
  return [...named, new RegExp(`^${protocol}//(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?$`)];
}
