import { setTimeout as delay } from 'node:timers/promises';
import { loginLimits } from 'contract/accounts.constants.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { type Database, queryPrepared, type Transaction } from '#platform/database/database.ts';
import type { Device } from './device-tokens.ts';
import { type Keys, sign } from './keys.ts';

/** What failed tries are counted on. No count expires: only a success, a temporary password or staff clear it. */
export interface LoginGuard {
  key: string;
  /** Null for an unknown identifier. */
  userId: string | null;
}

export const accountGuard = (userId: string): LoginGuard => ({ key: `account:${userId}`, userId });

/** A known device counts for itself, so that nobody can lock a person out by failing in their name. */
export const deviceGuard = ({ userId, deviceId }: Device): LoginGuard => ({
  key: `device:${userId}:${deviceId}`,
  userId,
});

/** Unknown identifiers lock like accounts, or the lock would tell which exist. The table names none of them. */
export const unknownGuard = (keys: Keys, identifier: string): LoginGuard => ({
  key: `unknown:${sign(keys.unknownIdentifier, identifier)}`,
  userId: null,
});

export type TryVerdict = 'right' | 'wrong' | { refusedForSeconds: number };

/** The longest that a try waits for those under way. */
const undecidedWaitMs = 2_000;
/** Between two looks at those of other processes. */
const undecidedPollMs = 50;

/** Tries of this process between reservation and verdict, per guard. Each fulfils if the count went down with it. */
const underWay = new Map<string, Set<Promise<void>>>();

/**
 * Counts a try before `verify` computes the hash, so that parallel guesses cannot slip through, and clears the
 * count when it was right. A try that ends without a verdict, because `verify` threw, is given back.
 *
 * A try that is refused while others are under way waits for them: an owner who signs in many times at once is
 * no guesser.
 */
export async function tryPassword(
  database: Database,
  guard: LoginGuard,
  verify: () => Promise<boolean>,
): Promise<TryVerdict> {
  const refusedForSeconds = await reserveTry(database, guard);
  if (refusedForSeconds !== null) return { refusedForSeconds };
  const verdict = decide(database, guard, verify);
  announce(
    guard,
    verdict.then(
      (isRight) => (isRight ? undefined : Promise.reject(new Error('The count stays.'))),
      () => undefined,
    ),
  );
  return (await verdict) ? 'right' : 'wrong';
}

async function decide(database: Database, guard: LoginGuard, verify: () => Promise<boolean>) {
  let isRight: boolean;
  try {
    isRight = await verify();
  } catch (error) {
    await giveTryBack(database, guard);
    throw error;
  }
  if (isRight) await clearGuard(database, guard);
  else await settleTry(database, guard);
  return isRight;
}

function announce({ key }: LoginGuard, freed: Promise<void>): void {
  const tries = underWay.get(key) ?? new Set();
  underWay.set(key, tries.add(freed));
  const leave = () => {
    tries.delete(freed);
    if (tries.size === 0) underWay.delete(key);
  };
  freed.then(leave, leave);
}

/** Null once the try is counted, else the seconds until one is admitted. */
async function reserveTry(database: Database, guard: LoginGuard): Promise<number | null> {
  const deadline = performance.now() + undecidedWaitMs;
  for (;;) {
    const refusal = await countTry(database, guard);
    if (refusal === null) return null;
    if (performance.now() > deadline) return refusal.seconds;
    const others = underWay.get(guard.key);
    if (others && (await isOneFreed(others))) continue;
    if (!refusal.isUndecided) return refusal.seconds;
    await delay(undecidedPollMs);
  }
}

const isOneFreed = (tries: Set<Promise<void>>) =>
  Promise.any(tries).then(
    () => true,
    () => false,
  );

interface Refusal {
  /** Until a try is admitted. */
  seconds: number;
  /** Whether tries were under way, in whichever process. */
  isUndecided: boolean;
}

/**
 * One statement decides and counts, so that of any number of parallel tries only the admitted ones count: they
 * resolve with null.
 */
async function countTry(database: Database, { key, userId }: LoginGuard): Promise<Refusal | null> {
  const counted = await queryPrepared(database, {
    name: 'count-try',
    text: `
      INSERT INTO login_guards AS guard (key, user_id, attempts, undecided)
      VALUES ($1, $2::uuid, 1, 1)
      ON CONFLICT (key) DO UPDATE
        SET attempts = guard.attempts + 1,
            undecided = guard.undecided + 1,
            next_try_at = now() + ($4::interval[])[least(guard.attempts + 2 - $3, array_length($4::interval[], 1))],
            updated_at = now()
        WHERE guard.next_try_at IS NULL OR guard.next_try_at <= now()`,
    values: [key, userId, loginLimits.freeTries, waits],
  });
  if (counted.rowCount === 1) return null;
  const { rows } = await database.pool.query<Refusal>(
    `SELECT ceil(extract(epoch FROM next_try_at - now()))::int AS seconds,
            undecided > 0 AND updated_at > now() - $2 * interval '1 millisecond' AS "isUndecided"
     FROM login_guards WHERE key = $1`,
    [key, undecidedWaitMs],
  );
  // Cleared in between, a guard has room.
  const { seconds, isUndecided } = rows[0] ?? { seconds: 1, isUndecided: true };
  return { seconds: Math.max(1, seconds), isUndecided };
}

/** Subscripts below 1 give null: no wait. */
const waits = loginLimits.waitMinutes.map((minutes) => `${minutes} minutes`);

/** No wait can stand where a try was admitted, but the one that this try brought. */
async function giveTryBack({ pool }: Database, { key }: LoginGuard): Promise<void> {
  await pool.query(
    `UPDATE login_guards SET attempts = attempts - 1, undecided = greatest(undecided - 1, 0), next_try_at = NULL
     WHERE key = $1 AND attempts > 0`,
    [key],
  );
}

/** The other processes need not wait for it any more. */
async function settleTry(database: Database, { key }: LoginGuard): Promise<void> {
  const text = 'UPDATE login_guards SET undecided = undecided - 1 WHERE key = $1 AND undecided > 0';
  await queryPrepared(database, { name: 'settle-try', text, values: [key] });
}

async function clearGuard(database: Database, { key }: LoginGuard): Promise<void> {
  const text = 'DELETE FROM login_guards WHERE key = $1';
  await queryPrepared(database, { name: 'clear-guard', text, values: [key] });
}

/** Clears an account's count and those of all its devices. */
export async function clearGuards(tx: Transaction | PrismaClient, userId: string): Promise<void> {
  await tx.loginGuard.deleteMany({ where: { user_id: userId } });
}
