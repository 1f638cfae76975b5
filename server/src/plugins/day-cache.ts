import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, type BrotliOptions, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const cacheForOneHour = `public, max-age=${60 * 60}`;
export const cacheForOneDay = `public, max-age=${24 * 60 * 60}`;
/** For a response that never changes. */
export const cacheForOneYear = `public, max-age=${365 * 24 * 60 * 60}, immutable`;

export interface CacheEntry {
  content: Buffer;
  /** Set for content that is cached in memory, so that it is not compressed at each request. */
  brotli?: Buffer;
  etag: string;
}

/** `version` distinguishes equal texts of different versions. */
export function cacheEntry(text: string, version = ''): CacheEntry {
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(version).update(content).digest('base64url').slice(0, 22);
  // A weak ETag, because compression may change the bytes.
  return { content, etag: `W/"${hash}"` };
}

const brotliLevel = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } });

/** Higher levels would slow down the start. */
const quickly = brotliLevel(5);
/** A tenth smaller, in 30 to 60 ms of another thread for a page. */
const thoroughly = brotliLevel(10);

export function compressedCacheEntry(text: string): CacheEntry {
  const cached = cacheEntry(text);
  return { ...cached, brotli: brotliCompressSync(cached.content, quickly) };
}

const compress = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

/** For content that is sent often and made seldom. */
export async function smallCacheEntry(text: string): Promise<CacheEntry> {
  const cached = cacheEntry(text);
  return { ...cached, brotli: await compress(cached.content, thoroughly) };
}

/** The form in which browsers accept Brotli. The compression plugin handles all other forms. */
const acceptsBrotli = /(^|,)\s*br\s*(,|$)/;

/** Sets the headers. Returns an empty body with a 304 if the client's copy is current. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, brotli, etag }: CacheEntry,
  cacheControl = cacheForOneDay,
): Buffer {
  reply.header('cache-control', cacheControl).header('etag', etag).header('vary', varyOf(reply));
  if (isCurrent(request, etag)) {
    reply.status(304);
    return Buffer.alloc(0);
  }
  if (!brotli || !acceptsBrotli.test(request.headers['accept-encoding'] ?? '')) return content;
  reply.header('content-encoding', 'br');
  return brotli;
}

/** Caches must distinguish all forms, also the uncompressed one and a 304. */
export const varyOf = (reply: Pick<FastifyReply, 'getHeader'>): string =>
  [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');

/** Whether the client has this version. A proxy may have removed the mark of a weak ETag. */
export function isCurrent({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.some((tag) => tag === '*' || unmarked(tag) === unmarked(etag));
}

const unmarked = (etag: string) => etag.replace(/^W\//, '');
