import type { AuditVerdict } from 'contract/audit.ts';
import type { Database } from '#platform/database/database.ts';
import { keyNameOf } from '#auth/keys.ts';
import { hashSeal, headOf, hex, signSeal } from './seal-chain.ts';
import {
  type Seal,
  selectEpochEnds,
  selectLateEvent,
  selectSealedEvents,
  selectSeals,
  selectUnreachableEvent,
} from './seals.queries.ts';

const sealsPerPage = 1_000;
/** Keeps each statement far below its timeout. */
const eventsPerStatement = 20_000;
/** Above every id. */
const endOfIds = (2n ** 63n - 1n).toString();

interface VerifyDependencies {
  database: Database;
  /** The current and the previous one. */
  keys: readonly Buffer[];
}

type EpochEnd = Awaited<ReturnType<typeof selectEpochEnds>>[number];

class Fault extends Error {}

/** Checks every seal, event and detail in order, and reports the first fault. */
export async function verifyAuditTrail(
  { database, keys }: VerifyDependencies,
  /** A printed head: its seal must still exist. */
  expectedHead?: string,
): Promise<AuditVerdict> {
  const state: Progress = { checked: 0, last: undefined, isLastSigned: true, isHeadMet: false };
  let fault: string | null = null;
  try {
    await checkSeals(database, keys, state, expectedHead);
    if (expectedHead !== undefined && !state.isHeadMet) {
      throw new Fault(`The seal of the head ${expectedHead} is not there: the trail was cut.`);
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    fault = error.message;
  }
  const { last, checked } = state;
  return {
    intact: fault === null,
    checked,
    first_fault: fault,
    last_seal_at: last?.sealed_at.toISOString() ?? null,
    head: last ? headOf(last) : null,
  };
}

interface Progress {
  checked: number;
  last: Seal | undefined;
  /** Whether a known key signed the last seal, which covers all before it. */
  isLastSigned: boolean;
  isHeadMet: boolean;
}

async function checkSeals(
  database: Database,
  keys: readonly Buffer[],
  state: Progress,
  expectedHead: string | undefined,
): Promise<void> {
  const keysByName = new Map(keys.map((key) => [keyNameOf(key), key]));
  const ends = await selectEpochEnds(database);
  const starts = ends.map(({ after_event_id }) => after_event_id);
  for (;;) {
    const seals = await selectSeals(database, state.last?.id ?? '0', sealsPerPage);
    if (seals.length === 0) break;
    let batch: Seal[] = [];
    for (const seal of seals) {
      const isFull = sum(batch) + seal.events > eventsPerStatement;
      if (batch[0] && (isFull || batch[0].after_event_id !== seal.after_event_id)) {
        await checkEvents(database, batch, starts, state);
        batch = [];
      }
      checkSeal(seal, keysByName, state);
      state.isHeadMet ||= headOf(seal) === expectedHead;
      batch.push(seal);
    }
    await checkEvents(database, batch, starts, state);
  }
  if (!state.isLastSigned) {
    throw new Fault(`Seal ${state.last?.id} is the last, and signed with a key that is not known here.`);
  }
  await refuseStray(database, ends);
}

const sum = (seals: readonly Seal[]) => seals.reduce((events, seal) => events + seal.events, 0);

function checkSeal(seal: Seal, keys: Map<string, Buffer>, state: Progress): void {
  const { last } = state;
  const id = String(BigInt(last?.id ?? 0) + 1n);
  if (seal.id !== id) throw new Fault(`Seal ${id} is missing.`);
  if (hex(hashSeal(seal, last?.hash)) !== hex(seal.hash)) {
    throw new Fault(`Seal ${id} was changed, or does not follow the one before it.`);
  }
  const key = keys.get(seal.key_name);
  if (key && hex(signSeal(key, seal.hash)) !== hex(seal.mac)) {
    throw new Fault(`Seal ${id} was forged: the key ${seal.key_name} did not sign it.`);
  }
  const isOnward =
    seal.after_event_id === (last?.after_event_id ?? '0') &&
    seal.first_transaction === (last?.end_transaction ?? '0');
  const isRestored = seal.after_event_id === last?.last_event_id && seal.first_transaction === '0';
  if (!isOnward && !isRestored) throw new Fault(`Seal ${id} leaves events out.`);
  state.last = seal;
  state.isLastSigned = key !== undefined;
}

async function checkEvents(
  database: Database,
  seals: readonly Seal[],
  starts: readonly string[],
  state: Progress,
): Promise<void> {
  const [first, last] = [seals[0], seals.at(-1)];
  if (!first || !last) return;
  const lastEventId = starts[starts.indexOf(first.after_event_id) + 1];
  const found = await selectSealedEvents(database, first.id, last.id, lastEventId ?? endOfIds);
  for (const [index, seal] of seals.entries()) {
    const present = found[index];
    const of = `Seal ${seal.id} of ${seal.sealed_at.toISOString()}`;
    if (present?.id !== seal.id) throw new Fault(`Seal ${seal.id} is missing.`);
    if (present.events !== seal.events) {
      const what = present.events < seal.events ? 'removed' : 'added';
      throw new Fault(`${of} holds ${seal.events} events, ${present.events} are there: some were ${what}.`);
    }
    if (hex(present.events_hash) !== hex(seal.events_hash)) {
      throw new Fault(`${of}: an event was changed, or the order of events.`);
    }
    if (present.forged_details_of !== null) {
      throw new Fault(`The details of event ${present.forged_details_of} were changed.`);
    }
    state.checked += seal.events;
  }
}

/** Refuses events outside every seal, other than those not sealed yet. */
async function refuseStray(database: Database, ends: readonly EpochEnd[]): Promise<void> {
  for (const [index, { after_event_id, end_transaction }] of ends.entries()) {
    const following = ends[index + 1];
    const [stray] = following
      ? await selectLateEvent(database, after_event_id, following.after_event_id, end_transaction)
      : await selectUnreachableEvent(database, after_event_id, end_transaction);
    if (stray) throw new Fault(`Event ${stray.id} was added outside of the seals.`);
  }
}

/** Concurrent calls share one run. */
export function oneAtATime<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return () => {
    underWay ??= run().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
