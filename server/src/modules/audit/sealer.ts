import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Transaction } from '#platform/database/database.ts';
import { keyNameOf } from '#auth/keys.ts';
import { hashSeal, headOf, signSeal } from './seal-chain.ts';
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
/** After a failure, as when the database is down. */
const pauseMs = 2_000;
const eventsPerSeal = 10_000;
/** Above every transaction id. */
const endOfTransactions = (2n ** 63n - 1n).toString();

interface SealerDependencies {
  database: Database;
  key: Buffer;
}

interface SealerEvents {
  onSeal: (head: string) => void;
  onFailure: (error: unknown) => void;
}

/** Seals every second, in every process; a lock selects one. */
export function startSealer(
  deps: SealerDependencies,
  { onSeal, onFailure }: SealerEvents,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const sealOrPause = () =>
    sealAll(deps, (seal) => onSeal(headOf(seal))).then(
      () => intervalMs,
      (error: unknown) => {
        onFailure(error);
        return pauseMs;
      },
    );
  const work = async () => {
    while (!signal.aborted) await delay(await sealOrPause(), undefined, { signal }).catch(() => {});
  };
  const ended = work();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Seals the events of the transactions that have ended. What comes meanwhile waits for the next time. */
export async function sealAll(
  { database, key }: SealerDependencies,
  onSeal: (seal: Seal) => void = () => {},
): Promise<void> {
  const [unsealed] = await selectUnsealed(database);
  if (!unsealed?.is_due) return;
  let seal: Seal | undefined;
  do {
    seal = await database.prisma.$transaction((tx) => appendSeal(tx, key));
    if (seal) onSeal(seal);
  } while (seal && seal.events >= eventsPerSeal);
}

async function appendSeal(tx: Transaction, key: Buffer): Promise<Seal | undefined> {
  if ((await lockSealer(tx)).length === 0) return undefined;
  const [former] = await selectLastSeal(tx);
  const [finished] = await selectFinished(tx);
  if (!finished) throw new Error('PostgreSQL told no transactions.');
  const next = await nextRange(tx, former, finished);
  if (!next) return undefined;
  const [sealed] = await selectRangeHash(tx, next);
  if (!sealed) throw new Error('PostgreSQL hashed no events.');
  const keyName = keyNameOf(key);
  const isNewEpoch = !former || former.key_name !== keyName || former.after_event_id !== next.afterEventId;
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
    sealed_at: finished.now,
  };
  const hash = hashSeal(content, former?.hash);
  const seal = { ...content, hash, mac: signSeal(key, hash) };
  await insertSeal(tx, seal);
  return seal;
}

/** The events of the next seal; undefined if there are none. */
async function nextRange(
  tx: Transaction,
  former: Seal | undefined,
  { finished_before, next }: { finished_before: string; next: string },
): Promise<EventRange | undefined> {
  const onwards = {
    afterEventId: former?.after_event_id ?? '0',
    firstTransaction: former?.end_transaction ?? '0',
  };
  if (former && BigInt(next) < BigInt(former.end_transaction)) {
    // The database was restored to a server whose transaction counter is lower. What the old server
    // left unsealed comes first; the ids tell old from new.
    const rest = await cutRange(tx, { ...onwards, endTransaction: endOfTransactions });
    if (rest) return rest;
    const restored = { afterEventId: former.last_event_id, firstTransaction: '0' };
    return cutRange(tx, { ...restored, endTransaction: finished_before });
  }
  return cutRange(tx, { ...onwards, endTransaction: finished_before });
}

async function cutRange(tx: Transaction, range: EventRange): Promise<EventRange | undefined> {
  const [end] = await selectRangeEnd(tx, range, eventsPerSeal);
  return end && { ...range, endTransaction: end.end_transaction };
}

function laterId(former: string | undefined, present: string | null): string {
  const ids = [BigInt(former ?? 0), BigInt(present ?? 0)] as const;
  return String(ids[0] > ids[1] ? ids[0] : ids[1]);
}
