import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const maxAgeSeconds = 24 * 60 * 60;

export interface DayCached {
  content: Buffer;
  etag: string;
}

export function dayCached(text: string): DayCached {
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  // Weak, as compression may change the bytes.
  return { content, etag: `W/"${hash}"` };
}

/** Sets the headers. Undefined, with a 304, if the client's copy is current. */
export function cachedFor(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { content, etag }: DayCached,
): Buffer {
  reply.header('cache-control', `public, max-age=${maxAgeSeconds}`).header('etag', etag);
  const cachedTags = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  if (!cachedTags.includes(etag) && !cachedTags.includes('*')) return content;
  reply.status(304);
  return Buffer.alloc(0);
}
