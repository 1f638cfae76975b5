import { lookup as lookupName } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isPublicIpAddress } from '#platform/ip-addresses.ts';
import { sourceMaxBytes } from '../readers/decode.ts';

interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type SourceAnswer =
  | ({ state: 'answered'; bytes: Buffer } & Validators)
  | { state: 'unchanged' }
  | { state: 'moved'; reason: string }
  | { state: 'unreachable'; reason: string; retryAfterSeconds: number };

interface ResolvedAddress {
  address: string;
  family: number;
}

export interface FetchOptions {
  userAgent: string;
  validators: Validators;
  /** An operator's URL may lead to a private address. */
  isByOperator: boolean;
  headersMs?: number;
  totalMs?: number;
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
}

/** A failure that the answer names. */
class FetchFault extends Error {}

/** Asks once, without following a redirect. Never rejects for what the other side does. */
export async function fetchSource(url: string, options: FetchOptions): Promise<SourceAnswer> {
  const { headersMs = 10_000, totalMs = 20_000 } = options;
  const ended = new AbortController();
  const total = setTimeout(
    () => ended.abort(new FetchFault(`took longer than ${totalMs / 1000} seconds`)),
    totalMs,
  );
  const headers = setTimeout(
    () => ended.abort(new FetchFault(`did not answer within ${headersMs / 1000} seconds`)),
    headersMs,
  );
  try {
    const address = options.isByOperator
      ? undefined
      : await checkedAddress(new URL(url), options, ended.signal);
    const response = await send(new URL(url), options, address, ended.signal);
    clearTimeout(headers);
    return await answerOf(response);
  } catch (error) {
    return {
      state: 'unreachable',
      reason: reasonOf(ended.signal.aborted ? ended.signal.reason : error),
      retryAfterSeconds: 0,
    };
  } finally {
    clearTimeout(headers);
    clearTimeout(total);
    // Closes the connection.
    ended.abort();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof FetchFault) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_')) return 'sent damaged compressed data';
  if (code === 'ECONNRESET') return 'closed the connection before the end of the answer';
  return `could not be reached (${code ?? 'unknown reason'})`;
}

const resolveName = (hostname: string) => lookupName(hostname, { all: true });

/** Resolves the name once. The connection goes to the address that was checked, whatever the name says later. */
async function checkedAddress(
  { hostname }: URL,
  { resolve = resolveName }: FetchOptions,
  signal: AbortSignal,
): Promise<ResolvedAddress> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(literal)
    ? [{ address: literal, family: isIP(literal) }]
    : await Promise.race([resolve(hostname), rejection(signal)]);
  const [first] = addresses;
  if (!first || !addresses.every(({ address }) => isPublicIpAddress(address))) {
    throw new FetchFault(`${hostname} has no public IP address, or also a private one`);
  }
  return first;
}

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

const lookupOf =
  (checked: ResolvedAddress): LookupFunction =>
  (_hostname, { all }, callback) => {
    if (all) callback(null, [checked]);
    else callback(null, checked.address, checked.family);
  };

function send(
  url: URL,
  { userAgent, validators: { etag, lastModified } }: FetchOptions,
  checked: ResolvedAddress | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    signal,
    // A connection of its own, which ends with the answer.
    agent: false,
    headers: {
      'user-agent': userAgent,
      accept: '*/*',
      'accept-encoding': 'gzip',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    },
    ...(checked && { lookup: lookupOf(checked) }),
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    request(url, options, resolve).on('error', reject).end();
  });
}

async function answerOf(response: IncomingMessage): Promise<SourceAnswer> {
  const { statusCode: status = 0, headers } = response;
  if (status === 304) return { state: 'unchanged' };
  if (status >= 300 && status < 400) {
    return { state: 'moved', reason: `answered ${status} and leads to ${headers.location ?? 'nowhere'}` };
  }
  if (status !== 200) {
    const retryAfterSeconds = secondsOf(headers['retry-after']);
    return { state: 'unreachable', reason: `answered ${status}`, retryAfterSeconds };
  }
  return {
    state: 'answered',
    bytes: await readBytes(response),
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  };
}

/** A number of seconds, or a date. */
function secondsOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return collect(response);
  if (encoding !== 'gzip') throw new FetchFault(`answered in the encoding ${encoding.slice(0, 20)}`);
  const unpacked = createGunzip();
  response.on('error', (error) => unpacked.destroy(error));
  return collect(response.pipe(unpacked));
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > sourceMaxBytes) throw new FetchFault('sent more than 8 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
