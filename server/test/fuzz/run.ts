import * as fc from 'fast-check';
import type { Pool } from 'pg';
import type { Keys } from '#auth/keys.ts';
import { commandOf } from './command.ts';
import { exchange, type RawAnswer } from './exchange.ts';
import { type Fault, judge } from './judge.ts';
import { readOperations } from './operations.ts';
import { callerLines, createPeople } from './people.ts';
import { type FuzzRequest, requests, write } from './requests.ts';
import { createStock } from './stock.ts';

export interface FuzzTarget {
  /** Where the app listens: its origin. */
  url: string;
  /** Of the same database, to make callers good and to see what exists. */
  pool: Pool;
  /** Of the same secret, for the links that would come by mail. */
  keys: Keys;
  /** What no answer may hold. */
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
  /** The smallest request that was seen to have it, to be sent again. */
  command: string;
  /** How often it was seen, at every request that had it. */
  times: number;
}

export interface FuzzReport {
  sent: number;
  /** Answers by operation, then by status; `none` for requests that were broken off. */
  answers: Map<string, Map<string, number>>;
  findings: Finding[];
}

/** So often callers are made good and what exists is looked up. */
const requestsPerRenewal = 50;
/** For each finding: what has not become smaller by then stays as it is. */
const shrinkForMs = 10_000;

/**
 * Sends requests of every kind to every operation of the app's OpenAPI document and holds each answer against it.
 * What is sent follows from the seed, but for the ids of what exists by then.
 */
export async function fuzz(
  target: FuzzTarget,
  { count, seed, workers, onProgress }: FuzzOptions,
): Promise<FuzzReport> {
  const { operations, resolve } = await readOperations(target.url);
  const people = await createPeople(target.url, target.pool);
  const stock = createStock(target.pool, target.keys, people);
  const anyRequest = requests(operations, resolve);
  const { host, port } = new URL(target.url);
  const report: FuzzReport = { sent: 0, answers: new Map(), findings: [] };
  const known = new Map<string, Finding>();
  let renewal = stock.renew();

  const send = async (request: FuzzRequest) => {
    await renewal;
    const { caller } = request;
    const person = caller.kind === 'person' ? people.of(caller.role, caller.pick) : undefined;
    const lookUp = stock.lookUp(person, request.pick);
    const written = write(request, host, callerLines(caller, people), lookUp);
    try {
      const next = Buffer.from(written.isFollowed ? nextRequest(host) : '');
      const [first, second] = await exchange(Buffer.concat([written.bytes, next]), {
        port: Number(port),
        answers: written.isFollowed ? 2 : 1,
        isHead: request.method === 'HEAD',
        hangsUp: written.isBrokenOff,
      });
      if (first?.status === 200) stock.learn(first.body.toString());
      tally(report, request, first);
      const fault =
        judge(request, written, first, target.secrets) ??
        (written.isFollowed ? judgeNext(first, second) : undefined);
      return { written, fault };
    } catch (error) {
      return { written, fault: { kind: 'no HTTP', message: String(error) } };
    }
  };

  const renew = async () => {
    await people.makeGood();
    await stock.renew();
  };

  const work = async (quota: number, workerSeed: number) => {
    let done = 0;
    for (let round = 0; done < quota; round++) {
      let shrinkUntil = Infinity;
      let smallest: Finding | undefined;
      const property = fc.asyncProperty(anyRequest, async (request) => {
        if (performance.now() > shrinkUntil) return;
        const { fault, written } = await send(request);
        if (!smallest && ++report.sent % requestsPerRenewal === 0) {
          renewal = renewal.then(renew);
          onProgress?.(report.sent);
        }
        if (!fault) return;
        const name = `${request.operation.id} ${fault.kind}`;
        const before = known.get(name);
        if (before) before.times++;
        if (before && before !== smallest) return;
        if (!smallest) shrinkUntil = performance.now() + shrinkForMs;
        smallest = {
          operation: request.operation.id,
          fault,
          command: commandOf(written.bytes, target.url),
          times: before?.times ?? 1,
        };
        known.set(name, smallest);
        throw new Error(name);
      });
      const runs = { seed: workerSeed + round * 7919, numRuns: quota - done };
      const outcome = await fc.check(property, runs);
      // Not the app's fault but the fuzzer's.
      if (outcome.failed && !smallest) throw outcome.errorInstance;
      done += Math.max(1, outcome.numRuns);
    }
  };
  const share = Math.ceil(count / workers);
  await Promise.all(Array.from({ length: workers }, (_, index) => work(share, seed + index * 104_729)));
  await renewal;
  report.findings = [...known.values()];
  return report;
}

const nextRequest = (host: string) =>
  `GET /api/healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;

/** What comes next on the same connection must be the answer to what was sent next: nothing was left over. */
function judgeNext(first: RawAnswer | undefined, second: RawAnswer | undefined): Fault | undefined {
  if (!first || first.headers.get('connection')?.includes('close')) return undefined;
  if (second?.status === 200 && second.body.includes('"status":"ok"')) return undefined;
  const message = `${first.status}, then ${second?.status}: ${second?.body.toString()}`;
  return { kind: 'confuses the next request', message };
}

function tally({ answers }: FuzzReport, { operation }: FuzzRequest, answer: RawAnswer | undefined): void {
  const status = answer ? String(answer.status) : 'none';
  const ofOperation = answers.get(operation.id) ?? new Map<string, number>();
  answers.set(operation.id, ofOperation.set(status, (ofOperation.get(status) ?? 0) + 1));
}
