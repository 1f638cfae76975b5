import type { Database } from '#platform/database/database.ts';
import type { Executor } from '#platform/database/query.ts';
import { repeat } from '#platform/process/stopping.ts';
import { keyNameOf, keyNamed, signatureFault, signSeal } from '#auth/keys/keys.ts';
import { hashSeal, headOf, signWithFormerKey } from './seal-chain.ts';
import {
  type EventRange,
  insertSeal,
  lockSealer,
  type Seal,
  selectFinished,
  selectLastSeal,
  selectRangeEnd,
  selectRangeHash,
  selectUnsealed,
} from './seals.queries.ts';

const intervalMs = 1_000;
/** The pause after a failure, for example while the database is down. */
const pauseMs = 2_000;
const eventsPerSeal = 10_000;
/** Greater than every transaction id. */
const endOfTransactions = (2n ** 63n - 1n).toString();

interface SealerDependencies {
  database: Database;
  /** The current key, which signs, and the previous one if there is one. */
  keys: readonly Buffer[];
}

interface SealerEvents {
  onSeal: (head: string) => void;
  /** Called once, until it seals again or fails for another reason. */
  onFailure: (error: unknown) => void;
}

/** The last seal cannot be trusted, so nothing is sealed after it. */
export class UntrustedSealError extends Error {}

/** Seals every second, in every process. A lock selects one process. */
export function startSealer(deps: SealerDependencies, { onSeal, onFailure }: SealerEvents) {
  let lastFailure: string | undefined;
  return repeat(() =>
    sealAll(deps, (seal) => onSeal(headOf(seal))).then(
      () => {
        lastFailure = undefined;
        return intervalMs;
      },
      (error: unknown) => {
        const failure = String(error);
        if (failure !== lastFailure) onFailure(error);
        lastFailure = failure;
        return pauseMs;
      },
    ),
  );
}

/** Seals the events of the transactions that have ended. Later events wait for the next run. */
export async function sealAll(
  { database, keys }: SealerDependencies,
  onSeal: (seal: Seal) => void = () => {},
): Promise<void> {
  const [unsealed] = await selectUnsealed(database);
  if (!unsealed?.is_due) return;
  let seal: Seal | undefined;
  do {
    seal = await database.prisma.$transaction((tx) => sealNext(tx, keys));
    if (seal) onSeal(seal);
  } while (seal && seal.events >= eventsPerSeal);
}

/** Whether the next seal can follow the last one. True if there is none. */
export async function isLastSealTrusted({ database, keys }: SealerDependencies): Promise<boolean> {
  const [last] = await selectLastSeal(database);
  return !last || signatureFault(last, keys) === undefined;
}

async function sealNext(tx: Executor, keys: readonly Buffer[]): Promise<Seal | undefined> {
  if ((await lockSealer(tx)).length === 0) return undefined;
  const [former] = await selectLastSeal(tx);
  if (former) refuseUntrusted(former, keys);
  const finished = await readFinished(tx);
  const next = await nextRange(tx, former, finished);
  if (!next) return undefined;
  const seal = await appendSeal(tx, keys, { former, next, sealedAt: finished.now });
  // By a seal without events, an operator confirms everything before it.
  if (seal.events === 0) throw new Error('Events were removed while they were sealed.');
  return seal;
}

function refuseUntrusted(last: Seal, keys: readonly Buffer[]): void {
  const fault = signatureFault(last, keys);
  if (fault === undefined) return;
  throw new UntrustedSealError(
    `${fault} Nothing is sealed after it. Docs/operations.md, The audit trail, says what to do.`,
  );
}

/**
 * Confirms a trail that has seals of unknown keys, with a seal without events under the current key. Call it only
 * after a head from outside the database has proven the trail. `verifiedHead` is the head of the last
 * seal.
 */
export async function acceptTrail({ database, keys }: SealerDependencies, verifiedHead: string) {
  return database.prisma.$transaction(async (tx) => {
    const [lock] = await lockSealer(tx);
    const [former] = await selectLastSeal(tx);
    if (!lock || !former)
      throw new UntrustedSealError('The trail has no seal, or another process is sealing.');
    if (headOf(former) !== verifiedHead) refuseUntrusted(former, keys);
    const next = {
      afterEventId: former.after_event_id,
      firstTransaction: former.end_transaction,
      endTransaction: former.end_transaction,
    };
    return appendSeal(tx, keys, { former, next, sealedAt: (await readFinished(tx)).now });
  });
}

/**
 * Seals the events that the former server of a restored trail had not sealed: all its transactions have ended. The last
 * seal is trusted by its key, or as the head of a signed backup.
 */
export async function sealRest(tx: Executor, keys: readonly Buffer[], trustedHead: string | null) {
  await lockSealer(tx);
  for (;;) {
    const [former] = await selectLastSeal(tx);
    if (former && headOf(former) !== trustedHead) refuseUntrusted(former, keys);
    const next = await cutRange(tx, { ...onwardsOf(former), endTransaction: endOfTransactions });
    if (!next) return;
    await appendSeal(tx, keys, { former, next, sealedAt: (await readFinished(tx)).now });
  }
}

/**
 * Ends the former server's count of transactions after a restore, with a seal without events. Call it only for a trail
 * that has no unsealed events, and was verified unless `isUnproven`.
 */
export async function beginEpoch(
  tx: Executor,
  keys: readonly Buffer[],
  { isUnproven }: { isUnproven: boolean },
): Promise<void> {
  const [former] = await selectLastSeal(tx);
  // An unproven backup is marked even if its trail was emptied.
  if (!former && !isUnproven) return;
  const { now, finished_before } = await readFinished(tx);
  const next = {
    afterEventId: former?.last_event_id ?? '0',
    firstTransaction: '0',
    endTransaction: finished_before,
  };
  await appendSeal(tx, keys, { former, next, sealedAt: now, isUnproven });
}

interface Addition {
  former: Seal | undefined;
  next: EventRange;
  sealedAt: Date;
  /** Whether everything before the seal is from a backup that nothing proved. */
  isUnproven?: boolean;
}

/** The caller has the sealer's lock and has checked the former seal. */
async function appendSeal(
  tx: Executor,
  keys: readonly Buffer[],
  { former, next, sealedAt, isUnproven = false }: Addition,
): Promise<Seal> {
  const [key] = keys;
  const [sealed] = await selectRangeHash(tx, next);
  if (!key || !sealed) throw new Error('PostgreSQL hashed no events.');
  const keyName = keyNameOf(key);
  const isOfFormerKey = former?.key_name === keyName;
  const isNewEpoch = !isOfFormerKey || former.after_event_id !== next.afterEventId;
  const formerKey = former && !isOfFormerKey ? keyNamed(former.key_name, keys) : undefined;
  const content = {
    id: String(BigInt(former?.id ?? 0) + 1n),
    epoch: (former?.epoch ?? 0) + (isNewEpoch ? 1 : 0),
    key_name: keyName,
    after_event_id: next.afterEventId,
    first_transaction: next.firstTransaction,
    end_transaction: next.endTransaction,
    last_event_id: laterId(former?.last_event_id, sealed.last_event_id),
    events: sealed.events,
    events_hash: sealed.events_hash,
    sealed_at: sealedAt,
    former_key_mac: null,
    is_unproven: isUnproven,
  };
  const former_key_mac = former && formerKey ? signWithFormerKey(formerKey, content, former.hash) : null;
  const hash = hashSeal({ ...content, former_key_mac }, former?.hash);
  const seal = { ...content, former_key_mac, hash, mac: signSeal(key, hash) };
  await insertSeal(tx, seal);
  return seal;
}

async function readFinished(tx: Executor) {
  const [finished] = await selectFinished(tx);
  if (!finished) throw new Error('PostgreSQL returned no transactions.');
  return finished;
}

/** The events of the next seal. Undefined if there are none. */
async function nextRange(
  tx: Executor,
  former: Seal | undefined,
  { finished_before, next }: { finished_before: string; next: string },
): Promise<EventRange | undefined> {
  const onwards = onwardsOf(former);
  if (former && BigInt(next) < BigInt(former.end_transaction)) {
    // Only after a pg_restore to a server whose transaction counter is lower, because `npm run restore` begins the epoch
    // itself. The events that the former server had not sealed come first. The ids distinguish them from new events.
    const rest = await cutRange(tx, { ...onwards, endTransaction: endOfTransactions });
    if (rest) return rest;
    const restored = { afterEventId: former.last_event_id, firstTransaction: '0' };
    return cutRange(tx, { ...restored, endTransaction: finished_before });
  }
  return cutRange(tx, { ...onwards, endTransaction: finished_before });
}

const onwardsOf = (former: Seal | undefined) => ({
  afterEventId: former?.after_event_id ?? '0',
  firstTransaction: former?.end_transaction ?? '0',
});

async function cutRange(tx: Executor, range: EventRange): Promise<EventRange | undefined> {
  const [end] = await selectRangeEnd(tx, range, eventsPerSeal);
  return end && { ...range, endTransaction: end.end_transaction };
}

function laterId(former: string | undefined, latest: string | null): string {
  const ids = [BigInt(former ?? 0), BigInt(latest ?? 0)] as const;
  return String(ids[0] > ids[1] ? ids[0] : ids[1]);
}
