import type { AuditVerdict } from 'contract/audit/audit.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import type { Executor } from '#platform/database/query.ts';
import { hex, keyNamed, signatureFault } from '#auth/keys/keys.ts';
import { hashSeal, type Head, headOf, isHeadOf, parseHead, signWithFormerKey } from './seal-chain.ts';
import {
  countHiddenEvents,
  selectVisibleSeal,
  type Seal,
  selectEpochEnds,
  selectLateEvent,
  selectSealedEvents,
  selectSeals,
  selectUnreachableEvent,
} from './seals.queries.ts';

const sealsPerPage = 1_000;
/** Limits each statement to a duration far below its timeout. */
const eventsPerStatement = 20_000;
/** Greater than every id. */
const endOfIds = (2n ** 63n - 1n).toString();

interface VerifyDependencies {
  database: Executor;
  /** The current key and the previous one. */
  keys: readonly Buffer[];
}

type EpochEnd = Awaited<ReturnType<typeof selectEpochEnds>>[number];

class Fault extends Error {}

export async function verifyAuditTrail(deps: VerifyDependencies, trustedHead?: Head): Promise<AuditVerdict> {
  const { checked, last, fault, origin } = await checkAuditTrail(deps, trustedHead);
  return {
    intact: fault === undefined && origin === undefined,
    checked,
    first_fault: fault ?? origin ?? null,
    last_seal_at: last?.sealed_at.toISOString() ?? null,
    head: last ? headOf(last) : null,
  };
}

/**
 * The number, the time and the head tell the viewer of no event that the viewer does not see. So the head has no number: those of the seals
 * would have gaps.
 */
export async function withoutHidden({ database }: HasDatabase, { user }: Caller, verdict: AuditVerdict) {
  const head = verdict.head === null ? undefined : parseHead(verdict.head);
  if (!head) return verdict;
  const [counted] = await countHiddenEvents(database, user, head.id);
  const [seal] = await selectVisibleSeal(database, user, head.id);
  return {
    ...verdict,
    checked: Math.max(0, verdict.checked - (counted?.hidden ?? 0)),
    last_seal_at: seal?.sealed_at.toISOString() ?? null,
    head: seal ? `${hex(seal.hash)}:${hex(seal.mac)}` : null,
  };
}

interface TrailCheck {
  /** The number of sealed events that are unchanged. */
  checked: number;
  last: Seal | undefined;
  /** The first fault in the trail. */
  fault: string | undefined;
  /** What makes the trail unproven although it has no fault: it began with an unproven backup. No head lifts it. */
  origin: string | undefined;
}

/** Checks every seal, event and detail in order. */
export async function checkAuditTrail(
  { database, keys }: VerifyDependencies,
  /** A head from outside the database: its seal must still exist, and confirms all seals before it. */
  trustedHead?: Head,
): Promise<TrailCheck> {
  const state: Progress = {
    checked: 0,
    last: undefined,
    unproven: undefined,
    origin: undefined,
    isHeadFound: false,
  };
  let fault: string | undefined;
  try {
    await checkSeals({ database, keys }, state, trustedHead);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    fault = error.message;
  }
  const { checked, last, origin } = state;
  return { checked, last, fault, origin };
}

interface Progress extends Omit<TrailCheck, 'fault'> {
  /** The fault of the first seal with an unknown key, until a later seal confirms it. */
  unproven: string | undefined;
  isHeadFound: boolean;
}

async function checkSeals(
  { database, keys }: VerifyDependencies,
  state: Progress,
  trustedHead: Head | undefined,
): Promise<void> {
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
      checkSeal(seal, keys, state);
      if (seal.id === trustedHead?.id) matchHead(seal, trustedHead, keys, state);
      batch.push(seal);
    }
    await checkEvents(database, batch, starts, state);
  }
  if (trustedHead && !state.isHeadFound) {
    throw new Fault(`Seal ${trustedHead.id} of the head is not there: the trail was cut.`);
  }
  if (state.unproven !== undefined) throw new Fault(state.unproven);
  await refuseUnsealedEvents(database, ends);
}

const sum = (seals: readonly Seal[]) => seals.reduce((events, seal) => events + seal.events, 0);

function checkSeal(seal: Seal, keys: readonly Buffer[], state: Progress): void {
  const { last } = state;
  const id = String(BigInt(last?.id ?? 0) + 1n);
  if (seal.id !== id) throw new Fault(`Seal ${id} is missing.`);
  if (hex(hashSeal(seal, last?.hash)) !== hex(seal.hash)) {
    throw new Fault(`Seal ${id} was changed, or does not follow the one before it.`);
  }
  const fault = signatureFault(seal, keys);
  if (fault !== undefined && keyNamed(seal.key_name, keys)) throw new Fault(fault);
  if (fault === undefined && confirmsFormerSeals(seal, last, keys)) state.unproven = undefined;
  state.unproven ??= fault;
  const isOnward =
    seal.after_event_id === (last?.after_event_id ?? '0') &&
    seal.first_transaction === (last?.end_transaction ?? '0');
  const isRestored = seal.after_event_id === last?.last_event_id && seal.first_transaction === '0';
  if (!isOnward && !isRestored) throw new Fault(`Seal ${id} leaves events out.`);
  if (seal.is_unproven) {
    state.origin ??=
      `Unproven: the records before seal ${id} of ${seal.sealed_at.toISOString()} were restored from a backup, ` +
      'and nothing proves who wrote it.';
  }
  state.last = seal;
}

/**
 * Whether the sealer has signed that it trusted the earlier seals: with both keys at a change of the key, or with a
 * seal without events, which it creates only for a verified trail.
 */
function confirmsFormerSeals(seal: Seal, last: Seal | undefined, keys: readonly Buffer[]): boolean {
  if (!last || !seal.former_key_mac) return seal.events === 0;
  const formerKey = keyNamed(last.key_name, keys);
  if (formerKey && hex(signWithFormerKey(formerKey, seal, last.hash)) !== hex(seal.former_key_mac)) {
    throw new Fault(`Seal ${seal.id} was forged: the key ${last.key_name} did not sign it.`);
  }
  return true;
}

/** A head of an older version has no hash, so that only a known key connects its signature to the seals. */
function matchHead(seal: Seal, head: Head, keys: readonly Buffer[], state: Progress): void {
  if (!isHeadOf(head, seal)) {
    throw new Fault(`Seal ${seal.id} is not that of the head: the trail was cut there and written anew.`);
  }
  state.isHeadFound = true;
  if (head.hash !== undefined || keyNamed(seal.key_name, keys)) state.unproven = undefined;
}

async function checkEvents(
  database: Executor,
  seals: readonly Seal[],
  starts: readonly string[],
  state: Progress,
): Promise<void> {
  const [first, last] = [seals[0], seals.at(-1)];
  if (!first || !last) return;
  const lastEventId = starts[starts.indexOf(first.after_event_id) + 1];
  const found = await selectSealedEvents(database, first.id, last.id, lastEventId ?? endOfIds);
  for (const [index, seal] of seals.entries()) {
    const stored = found[index];
    const of = `Seal ${seal.id} of ${seal.sealed_at.toISOString()}`;
    if (stored?.id !== seal.id) throw new Fault(`Seal ${seal.id} is missing.`);
    if (stored.events !== seal.events) {
      const what = stored.events < seal.events ? 'removed' : 'added';
      throw new Fault(`${of} covers ${seal.events} events, but ${stored.events} exist: some were ${what}.`);
    }
    if (hex(stored.events_hash) !== hex(seal.events_hash)) {
      throw new Fault(`${of}: an event was changed, or the order of events.`);
    }
    if (stored.forged_details_of !== null) {
      throw new Fault(`The details of event ${stored.forged_details_of} were changed.`);
    }
    state.checked += seal.events;
  }
}

/** Refuses events outside all seals, other than those that are not sealed yet. */
async function refuseUnsealedEvents(database: Executor, ends: readonly EpochEnd[]): Promise<void> {
  for (const [index, { after_event_id, end_transaction }] of ends.entries()) {
    const following = ends[index + 1];
    const [stray] = following
      ? await selectLateEvent(database, after_event_id, following.after_event_id, end_transaction)
      : await selectUnreachableEvent(database, after_event_id, end_transaction);
    if (stray) throw new Fault(`Event ${stray.id} was added outside of the seals.`);
  }
}

/** Concurrent calls share one run. */
export function singleFlight<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
