import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const maxAgeSeconds = 24 * 60 * 60;

/** A response that is the same for everyone and rarely changes. */
export interface DayCached {
  content: Buffer;
  etag: string;
}

export function dayCached(text: string): DayCached {
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  // Weak, as the content may be compressed on its way.
  return { content, etag: `W/"${hash}"` };
}

/** The content with its headers; none, with a 304, where the client has it already. */
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
