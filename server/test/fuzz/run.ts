import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import type { Keys } from '#auth/keys/keys.ts';
import type { Database } from '#platform/database/database.ts';
import { type OpenApiDocument, operationsOf } from '#test/openapi.ts';
import { createCallers, type FuzzCaller, type KnownValues, learn } from './callers.ts';
import { type FuzzResponse, jsonOf, judge } from './judge.ts';
import { anyRequest, type FuzzRequest } from './requests.ts';

export interface FuzzTarget {
  /** The origin on which the app listens. */
  url: string;
  /** The database of the app, to create callers. */
  database: Database;
  /** The keys of the app, for the links in emails. */
  keys: Keys;
  /** The secrets that no response may contain. */
  secrets?: string[];
}

/** The requests sign out, demote and delete their own callers, so new ones are created regularly. */
const requestsPerCast = 250;
/** A client that still sends may not receive a refusal if the body is larger than the buffers on the way. */
const certainResponseBytes = 64 * 1024;

/**
 * Sends requests of every kind, 4 at a time, to every operation of the app's OpenAPI document and holds each response
 * against it. What is sent follows from the seed, but for what exists by then.
 * @returns how often each status came, and the faults, each with the smallest request that was seen to have it.
 */
export async function fuzz(target: FuzzTarget, { count, seed }: { count: number; seed: number }) {
  const document = (await (await fetch(`${target.url}/api/openapi.json`)).json()) as OpenApiDocument;
  const shared: KnownValues = new Map();
  for (const { requestBody, responses } of operationsOf(document)) {
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      // All other examples are failures.
      for (const { examples } of Object.values(content)) learn(shared, examples?.['example']?.value);
    }
  }
  let callers: FuzzCaller[] = await createCallers(target, shared);
  let renewal = Promise.resolve();
  const statuses: Record<string, number> = {};
  let sent = 0;

  const requests = anyRequest(document, shared, () => callers);
  const property = fc.asyncProperty(requests, async (request) => {
    if (++sent % requestsPerCast === 0)
      renewal = renewal.then(async () => void (callers = await createCallers(target, shared)));
    await renewal;
    const response = await send(target.url, request).catch((error: unknown) => {
      if ((request.body?.length ?? 0) > certainResponseBytes) return undefined;
      throw error;
    });
    const status = response?.status ?? 'none';
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (!response) return;
    // The document lists every field, and a schema for each value.
    if (response.status < 300 && request.operation.operationId !== 'getOpenApiDocument')
      for (const known of [request.caller.known, shared]) learn(known, jsonOf(response));
    const fault = judge(document, request, response, target.secrets);
    if (fault) throw new Error(fault);
  });
  const outcomes = await Promise.all(
    [0, 1, 2, 3].map((index) => fc.check(property, { seed: seed + index * 104_729, numRuns: count / 4 })),
  );
  await renewal;
  const faults = outcomes.flatMap(({ failed, counterexample, errorInstance }) => {
    const { operation, caller: _caller, body, ...sentRequest } = counterexample?.[0] ?? {};
    const printable = { ...sentRequest, body: body?.toString('base64') };
    return failed
      ? [`${operation?.operationId}: ${String(errorInstance)}\n${JSON.stringify(printable)}`]
      : [];
  });
  return { sent, statuses, faults };
}

const agent = new Agent({ keepAlive: true });

/** Rejects if the server does not respond, or if the response is not HTTP. */
function send(url: string, { method, path, headers, body }: FuzzRequest): Promise<FuzzResponse> {
  return new Promise((resolve, reject) => {
    // A request that Node refuses to send is skipped.
    const sendable = Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
    ]);
    const { hostname, port } = new URL(url);
    const outgoing = httpRequest({
      agent,
      hostname,
      port,
      method,
      path: path.replaceAll(/[^\x21-\xff]/gu, encodeURIComponent),
      headers: { ...Object.fromEntries(sendable), ...(body && { 'content-length': body.length }) },
      signal: AbortSignal.timeout(20_000),
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      // If a body is refused before it was read, its rest may break the connection after the response.
      outgoing.off('error', reject).on('error', () => {});
      const isStream = response.headers['content-type']?.startsWith('text/event-stream');
      if (isStream) response.destroy();
      const whole = isStream ? Promise.resolve(Buffer.alloc(0)) : buffer(response);
      whole.then(
        (content) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
        reject,
      );
    });
    outgoing.end(body);
  });
}
