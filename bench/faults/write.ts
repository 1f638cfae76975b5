/** One write of a client, and its response. */
import { setTimeout as delay } from 'node:timers/promises';
import { anyValue, type Ledger } from './ledger.ts';
import { type ApiResponse, isRefusal, type Person } from './people.ts';
import type { Server } from './server.ts';

export interface Counts {
  acknowledged: number;
  unanswered: number;
}

export interface Tally {
  acknowledged: Map<string, number>;
  /** Writes without a response, which may or may not have taken effect. */
  unanswered: number;
  /** Responses of 503. */
  unavailable: number;
  /** Refusals that are right because of an earlier write without a response, such as "already done". */
  excused: number;
  /** Responses that no fault explains. */
  wrong: string[];
  /** The counts of profile saves, by the user's id, and of edits by staff. */
  saves: Map<string, Counts>;
  edits: Counts;
  registered: string[];
}

export interface Writers {
  server: Server;
  ledger: Ledger;
  tally: Tally;
  admin: Person;
  /** Resolves when the server is available. */
  up: () => Promise<void>;
  isOver: () => boolean;
}

export const emptyTally = (): Tally => ({
  acknowledged: new Map(),
  unanswered: 0,
  unavailable: 0,
  excused: 0,
  wrong: [],
  saves: new Map(),
  edits: { acknowledged: 0, unanswered: 0 },
  registered: [],
});

export interface Write {
  kind: string;
  /** The key that the write changes, and its new value. */
  changes: Record<string, string>;
  send: () => Promise<ApiResponse>;
  /** Whether the content of a successful response is right. */
  isRight?: (response: ApiResponse) => boolean;
  counts?: Counts;
  /** Acceptable statuses of a refusal, for example because a write without a response has taken effect. */
  excused?: number[];
}

/** Resolves to the successful response, or to undefined for a refusal or without a response. */
export async function write(writers: Writers, one: Write): Promise<ApiResponse | undefined> {
  const response = await attempt(writers, one);
  if (one.counts) one.counts[response ? 'acknowledged' : 'unanswered']++;
  return response;
}

async function attempt(
  writers: Writers,
  { kind, changes, ...rest }: Write,
): Promise<ApiResponse | undefined> {
  const { ledger, tally } = writers;
  for (const [thing, value] of Object.entries(changes)) ledger.attempt(thing, value);
  let response: ApiResponse;
  try {
    response = await rest.send();
  } catch {
    tally.unanswered++;
    // Connections break before the end of the process is noticed.
    await delay(10);
    await writers.up();
    return undefined;
  }
  if (response.status === 503 || rest.excused?.includes(response.status)) {
    if (response.status === 503) tally.unavailable++;
    else tally.excused++;
    if (response.status === 503 && !isRefusal(response))
      tally.wrong.push(`${kind}: ${JSON.stringify(response)}`);
    await delay(response.status === 503 ? 100 : 0);
    return undefined;
  }
  if (response.status >= 300 || rest.isRight?.(response) === false) {
    tally.wrong.push(`${kind}: ${response.status} ${JSON.stringify(response.body).slice(0, 300)}`);
    return undefined;
  }
  for (const [thing, value] of Object.entries(changes)) {
    if (value !== anyValue) ledger.acknowledge(thing, value);
  }
  tally.acknowledged.set(kind, (tally.acknowledged.get(kind) ?? 0) + 1);
  return response;
}
