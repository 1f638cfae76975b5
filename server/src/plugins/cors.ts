import fastifyCors from '@fastify/cors';
import { totalCountHeader } from 'contract/operations.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const preflightMaxAgeSeconds = 600;

/** Lets pages of the named origins call the API with cookies and read its answers; nobody where none is named. */
export default fp(async (app: FastifyInstance, { origins }: { origins: string[] }) => {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    origin: origins.map((origin) => new URL(origin).origin),
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'x-csrftoken', 'x-device-token'],
    exposedHeaders: ['retry-after', 'x-request-id', totalCountHeader],
    maxAge: preflightMaxAgeSeconds,
    // A refusal of what is none would not have the shape of ours.
    strictPreflight: false,
  });
});
