/** One write of a client, and what its response was. */
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
  /** Writes without an answer: they may or may not have come to be. */
  unanswered: number;
  /** Answers of 503. */
  unavailable: number;
  /** Answers that an unanswered write before has made right, such as that it is done already. */
  excused: number;
  /** Answers that no fault excuses. */
  wrong: string[];
  /** Of profile saves, by the user's id, and of edits by staff. */
  saves: Map<string, Counts>;
  edits: Counts;
  registered: string[];
}

export interface Writers {
  server: Server;
  ledger: Ledger;
  tally: Tally;
  admin: Person;
  /** Resolves while the server is there. */
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
  /** What it changes, and to what. */
  changes: Record<string, string>;
  send: () => Promise<ApiResponse>;
  /** Whether the content of a successful response is right. */
  isRight?: (response: ApiResponse) => boolean;
  counts?: Counts;
  /** Statuses of refusal that are right here, such as of what an unanswered write has done already. */
  excused?: number[];
}

/** Resolves to the successful response; undefined for a refusal or without a response. */
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
    // The end of a process takes its connections before anybody knows of it.
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
