import { totalCountHeader } from 'contract/limits.ts';
import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const preflightMaxAgeSeconds = 600;

/** Lets the given origins call the API with cookies. */
export default fp(async function cors(app: FastifyInstance, { origins }: { origins: string[] }) {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    origin: origins.map((origin) => new URL(origin).origin),
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'x-csrftoken', 'x-device-token'],
    exposedHeaders: ['retry-after', 'x-request-id', totalCountHeader],
    maxAge: preflightMaxAgeSeconds,
    // An invalid preflight gets the normal error envelope.
    strictPreflight: false,
  });
});
