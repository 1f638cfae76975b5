import * as fc from 'fast-check';
import type { Pool } from 'pg';
import type { Keys } from '#auth/keys.ts';
import { type OpenApiDocument, operationsOf } from '#test/openapi.ts';
import { createCallers, type FuzzCaller, learnLinks } from './callers.ts';
import { createJudge, type Fault, jsonOf } from './judge.ts';
import { createKnownValues } from './known-values.ts';
import { anyRequest, type FuzzRequest } from './requests.ts';
import { send } from './send.ts';

export interface FuzzTarget {
  /** Where the app listens: its origin. */
  url: string;
  /** Of the same database, to make callers. */
  pool: Pool;
  /** Of the same secret, for the links that would come by mail. */
  keys: Keys;
  /** What no response may hold. */
  secrets?: string[];
}

export interface FuzzOptions {
  count: number;
  seed: number;
  /** Requests under way at once. */
  workers: number;
  onProgress?: (sent: number) => void;
}

export interface Finding {
  operation: string;
  fault: Fault;
  /** The smallest request that was seen to have it, as a command that sends it again. */
  command: string;
}

export interface FuzzReport {
  sent: number;
  /** How often each operation responded with each status; `none` for no response. */
  statuses: Map<string, Map<string, number>>;
  findings: Finding[];
}

/** The requests sign out, demote and delete their own callers, so new ones come after so many. */
const requestsPerCast = 250;
/** What has not become smaller by then stays as it is. */
const shrinkForMs = 10_000;
/** A refusal may be lost on a client that still sends a body larger than the buffers on the way. */
const certainResponseBytes = 64 * 1024;

/**
 * Sends requests of every kind to every operation of the app's OpenAPI document and holds each response against it.
 * What is sent follows from the seed, but for what exists by then.
 */
export async function fuzz(
  { url, pool, keys, secrets }: FuzzTarget,
  { count, seed, workers, onProgress }: FuzzOptions,
): Promise<FuzzReport> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument;
  const shared = createKnownValues();
  for (const { requestBody, responses } of operationsOf(document)) {
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      // The other examples are failures.
      for (const { examples } of Object.values(content)) shared.learn(examples?.['example']?.value);
    }
  }
  const judge = createJudge(document, secrets);
  let callers: FuzzCaller[] = [];
  const renewCallers = async () => {
    callers = await createCallers(url, pool, shared);
    await learnLinks(pool, keys, shared);
  };
  let renewal = renewCallers();
  await renewal;
  const requests = anyRequest(document, shared, () => callers);
  const report: FuzzReport = { sent: 0, statuses: new Map(), findings: [] };

  const faultOf = async (request: FuzzRequest): Promise<Fault | undefined> => {
    await renewal;
    try {
      const response = await send(url, request);
      tally(report, request, String(response.status));
      // The document names every field, with schemas for values.
      if (response.status < 300 && request.operation.operationId !== 'getOpenApiDocument') {
        for (const known of [request.caller.known, shared]) known.learn(jsonOf(response));
      }
      return judge(request, response);
    } catch (error) {
      tally(report, request, 'none');
      if ((request.body?.length ?? 0) > certainResponseBytes) return undefined;
      return { kind: 'no HTTP response', message: String(error) };
    }
  };

  /** Goes on behind each new fault, once a request that shows it has been made small. */
  const work = async (quota: number, firstSeed: number) => {
    for (let done = 0, round = 0; done < quota; round++) {
      let found: Finding | undefined;
      let shrinkUntil = Infinity;
      const property = fc.asyncProperty(requests, async (request) => {
        if (performance.now() > shrinkUntil) return;
        if (!found && ++report.sent % requestsPerCast === 0) {
          renewal = renewal.then(renewCallers);
          onProgress?.(report.sent);
        }
        const fault = await faultOf(request);
        if (!fault) return;
        const operation = request.operation.operationId;
        const known = report.findings.find(
          (one) => one.operation === operation && one.fault.kind === fault.kind,
        );
        if (known && known !== found) return;
        if (!known) shrinkUntil = performance.now() + shrinkForMs;
        found = Object.assign(known ?? {}, { operation, fault, command: commandOf(url, request) });
        if (!known) report.findings.push(found);
        throw new Error(fault.kind);
      });
      const outcome = await fc.check(property, { seed: firstSeed + round * 7919, numRuns: quota - done });
      // Not the app's fault but the fuzzer's.
      if (outcome.failed && !found) throw outcome.errorInstance;
      done += Math.max(1, outcome.numRuns);
    }
  };
  const share = Math.ceil(count / workers);
  await Promise.all(Array.from({ length: workers }, (_, index) => work(share, seed + index * 104_729)));
  await renewal;
  return report;
}

function tally({ statuses }: FuzzReport, { operation }: FuzzRequest, status: string): void {
  const counts = statuses.get(operation.operationId) ?? new Map<string, number>();
  statuses.set(operation.operationId, counts.set(status, (counts.get(status) ?? 0) + 1));
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function commandOf(url: string, { method, path, headers, body }: FuzzRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const curl = `curl -i --path-as-is -X ${method} ${lines.join(' ')} ${quoted(url + path)}`;
  return body ? `echo ${body.toString('base64')} | base64 -d | ${curl} --data-binary @-` : curl;
}
