import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const keptForADay = `public, max-age=${24 * 60 * 60}`;
/** Of what an URL always answers. */
export const keptForEver = `public, max-age=${365 * 24 * 60 * 60}, immutable`;

export interface DayCached {
  content: Buffer;
  /** Of what is kept in memory, so that it is not compressed at each request. */
  brotli?: Buffer;
  etag: string;
}

/** `version` tells texts apart that happen to be equal. */
export function dayCached(text: string, version = ''): DayCached {
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(version).update(content).digest('base64url').slice(0, 22);
  // Weak, as compression may change the bytes.
  return { content, etag: `W/"${hash}"` };
}

/** Higher levels would make the start slower. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function keptForDay(text: string): DayCached {
  const cached = dayCached(text);
  return { ...cached, brotli: brotliCompressSync(cached.content, brotliOptions) };
}

/** As browsers ask for it; the compression plugin weighs up other wishes. */
const takesBrotli = /(^|,)\s*br\s*(,|$)/;

/** Sets the headers. Empty, with a 304, if the client's copy is current. */
export function cachedFor(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { content, brotli, etag }: DayCached,
  cacheControl = keptForADay,
): Buffer {
  reply.header('cache-control', cacheControl).header('etag', etag);
  const cachedTags = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  if (cachedTags.includes(etag) || cachedTags.includes('*')) {
    reply.status(304);
    return Buffer.alloc(0);
  }
  if (!brotli || !takesBrotli.test(headers['accept-encoding'] ?? '')) return content;
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  reply.header('content-encoding', 'br').header('vary', vary);
  return brotli;
}
