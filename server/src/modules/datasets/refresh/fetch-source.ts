import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isPublicIpAddress } from '#platform/ip-addresses.ts';
import { sourceMaxBytes } from '../readers/decode.ts';

interface Validators {
  etag: string | null;
  last_modified: string | null;
}

export type SourceResponse =
  | ({ state: 'received'; bytes: Buffer } & Validators)
  | { state: 'unchanged' }
  | { state: 'moved'; reason: string }
  | { state: 'unreachable'; reason: string; retryAfterSeconds: number };

type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

export interface FetchOptions {
  userAgent: string;
  /** Null if the former response came from another URL. */
  validators: Validators | null;
  /** An operator's URL may lead to a private IP address. */
  isByOperator: boolean;
  headersMs?: number;
  totalMs?: number;
  resolve?: Resolve;
}

/** A failure whose message becomes the reason. */
class FetchFault extends Error {}

/** Sends one request, and follows no redirect. Resolves also if the publisher fails. */
export async function fetchSource(url: string, options: FetchOptions): Promise<SourceResponse> {
  const { headersMs = 10_000, totalMs = 20_000 } = options;
  const ended = new AbortController();
  const endAfter = (ms: number, failure: string) =>
    setTimeout(() => ended.abort(new FetchFault(`${failure} ${ms / 1000} seconds`)), ms);
  const headers = endAfter(headersMs, 'did not answer within');
  const total = endAfter(totalMs, 'took longer than');
  try {
    const response = await send(new URL(url), options, ended.signal);
    clearTimeout(headers);
    return await sourceResponseOf(response);
  } catch (error) {
    const reason = reasonOf(ended.signal.aborted ? ended.signal.reason : error);
    return { state: 'unreachable', reason, retryAfterSeconds: 0 };
  } finally {
    clearTimeout(headers);
    clearTimeout(total);
    // Closes the connection.
    ended.abort();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof FetchFault) return error.message;
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge;
  if (code.startsWith('Z_')) return 'sent damaged compressed data';
  if (code === 'ECONNRESET') return 'closed the connection before the end of the response';
  return `the connection failed (${code})`;
}

const tooLarge = 'sent more than 8 MiB';

function send(
  url: URL,
  { userAgent, validators, isByOperator, resolve = resolveName }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const ipAddress = url.hostname.replace(/^\[|\]$/g, '');
  // For an IP address there is no DNS lookup, which would check it.
  if (!isByOperator && isIP(ipAddress)) refusePrivate(url.hostname, [ipAddress]);
  const options = {
    signal,
    // A separate connection, which ends with the response.
    agent: false,
    headers: {
      'user-agent': userAgent,
      accept: '*/*',
      'accept-encoding': 'gzip',
      ...(validators?.etag && { 'if-none-match': validators.etag }),
      ...(validators?.last_modified && { 'if-modified-since': validators.last_modified }),
    },
    // The lookup returns all IP addresses of the name.
    autoSelectFamily: true,
    ...(!isByOperator && { lookup: publicLookup(resolve) }),
  };
  return new Promise((taken, failed) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    request(url, options, taken).on('error', failed).end();
  });
}

const resolveName: Resolve = (hostname) => lookup(hostname, { all: true });

function refusePrivate(hostname: string, ipAddresses: readonly string[]): void {
  if (ipAddresses.length > 0 && ipAddresses.every(isPublicIpAddress)) return;
  throw new FetchFault(`${hostname} has no public IP address, or also a private one`);
}

/** Resolves the name once, so the connection goes to an IP address that was checked. */
const publicLookup = (resolve: Resolve): LookupFunction =>
  callbackify(async (hostname: string, _options: unknown) => {
    const found = await resolve(hostname);
    const ipAddresses = found.map(({ address }) => address);
    refusePrivate(hostname, ipAddresses);
    return found;
  });

async function sourceResponseOf(response: IncomingMessage): Promise<SourceResponse> {
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
    state: 'received',
    bytes: await readBytes(response),
    etag: headers.etag ?? null,
    last_modified: headers['last-modified'] ?? null,
  };
}

/** A number of seconds, or a date. */
function secondsOf(retryAfter = '0'): number {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (!['identity', 'gzip'].includes(encoding)) {
    throw new FetchFault(`answered in the encoding ${encoding.slice(0, 20)}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > sourceMaxBytes) throw new FetchFault(tooLarge);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return encoding === 'gzip' ? promisify(gunzip)(bytes, { maxOutputLength: sourceMaxBytes }) : bytes;
}
