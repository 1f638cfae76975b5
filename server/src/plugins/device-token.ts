import type { FastifyRequest } from 'fastify';

/** The signed token of a device that has signed in before. */
export function shownDeviceToken({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-device-token'];
  return typeof token === 'string' ? token : undefined;
}
