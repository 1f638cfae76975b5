import { setTimeout as delay } from 'node:timers/promises';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { recordAccountLock } from '#audit/audit.queries.ts';
import type { Settings } from '#settings/settings.ts';
import type { Device } from '#auth/tokens/signed-tokens.ts';
import { type Keys, sign } from '#auth/keys/keys.ts';
import { clearGuard, countTry, giveTryBack, selectRefusal, settleTry } from './login-guards.queries.ts';

/** Counts failed tries. It never expires: only a success, a temporary password or staff clear it. */
export interface LoginGuard {
  key: string;
  /** Null for an unknown identifier. */
  userId: string | null;
}

/** The same whether or not the identifier names an account, so that a lock reveals nothing. Stored as a keyed hash. */
export const identifierGuard = (keys: Keys, identifier: string, userId: string | null): LoginGuard => ({
  key: identifierKey(keys, identifier),
  userId,
});

const identifierKey = ({ loginIdentifier }: Keys, identifier: string) =>
  `${identifierKeys}${sign(loginIdentifier, identifier.toLowerCase())}`;

export const identifierKeys = 'identifier:';

export const deviceKeys = 'device:';

/** A known device counts by itself, so that nobody locks a user out by failing in their name. */
export const deviceGuard = ({ userId, deviceId }: Device): LoginGuard => ({
  key: `${deviceKeys}${userId}:${deviceId}`,
  userId,
});

/** For tries in a session, which strangers' failed sign-ins must not affect. */
export const sessionUserGuard = (userId: string): LoginGuard => ({ key: `session:${userId}`, userId });

interface GuardDependencies {
  database: Database;
  settings: Settings;
}

/** `waitSeconds` follow a wrong try; null while further ones are free. */
type TryVerdict = 'right' | { waitSeconds: number | null } | { refusedForSeconds: number };

const undecidedWaitMs = 2_000;
const undecidedPollMs = 50;

/**
 * Counts a try before the hash is computed, so that parallel guesses all count. A success clears the count, a thrown
 * error releases it. A refused try waits for those in flight, since an owner may sign in many times at once. With
 * `keepsCount` a success neither counts nor clears, because a second factor follows.
 */
export async function tryPassword(
  deps: GuardDependencies,
  guard: LoginGuard,
  verify: () => Promise<boolean>,
  { keepsCount = false } = {},
): Promise<TryVerdict> {
  const reserved = await reserveTry(deps, guard);
  if ('refusedForSeconds' in reserved) return reserved;
  return (await decide(deps.database, guard, verify, keepsCount)) ? 'right' : reserved;
}

async function decide(
  database: Database,
  { key }: LoginGuard,
  verify: () => Promise<boolean>,
  keepsCount: boolean,
): Promise<boolean> {
  let isRight: boolean;
  try {
    isRight = await verify();
  } catch (error) {
    await giveTryBack(database, key);
    throw error;
  }
  const onRight = keepsCount ? giveTryBack : clearGuard;
  await (isRight ? onRight : settleTry)(database, key);
  // Also for unknown identifiers, so that the time reveals nothing.
  if (!isRight) await recordAccountLock(database, key);
  return isRight;
}

/** Counts the try, or refuses it. */
async function reserveTry(
  { database, settings }: GuardDependencies,
  { key, userId }: LoginGuard,
): Promise<Exclude<TryVerdict, 'right'>> {
  const { lock_free_tries, lock_first_wait_seconds, lock_longest_wait_seconds } = settings.current();
  const rule = {
    freeTries: lock_free_tries,
    firstWaitSeconds: lock_first_wait_seconds,
    longestWaitSeconds: lock_longest_wait_seconds,
  };
  const deadline = performance.now() + undecidedWaitMs;
  for (;;) {
    const [counted] = await countTry(database, key, userId, rule);
    if (counted) return { waitSeconds: counted.wait_seconds };
    const [refusal] = await selectRefusal(database, key, undecidedWaitMs);
    // A guard that was cleared meanwhile admits the next try.
    const seconds = Math.max(1, refusal?.seconds ?? 1);
    const isDecided = refusal && !refusal.is_undecided;
    if (isDecided || performance.now() > deadline) return { refusedForSeconds: seconds };
    await delay(undecidedPollMs);
  }
}

/** All guards of an account: its identifiers, devices and sessions. */
export async function clearGuards(
  tx: Transaction,
  keys: Keys,
  { id, username, email, pending_email }: GuardedUser,
): Promise<void> {
  // Guards that were counted before the identifier named an account have no user.
  const identifiers = [username, email, ...(pending_email === null ? [] : [pending_email])];
  const own = identifiers.map((identifier) => identifierKey(keys, identifier));
  await tx.loginGuard.deleteMany({ where: { OR: [{ user_id: id }, { key: { in: own } }] } });
}

/**
 * After a change of what an account is called: the counts at its former names are its own no longer, those at its
 * present ones are. A pending address may be pending at others, too.
 */
export async function followNames(
  tx: Transaction,
  keys: Keys,
  { id, username, email, pending_email }: GuardedUser,
): Promise<void> {
  const own = [username, email].map((name) => identifierKey(keys, name));
  const kept = pending_email === null ? own : [...own, identifierKey(keys, pending_email)];
  await tx.loginGuard.updateMany({
    where: { user_id: id, key: { startsWith: identifierKeys, notIn: kept } },
    data: { user_id: null },
  });
  await tx.loginGuard.updateMany({ where: { key: { in: own } }, data: { user_id: id } });
}

type GuardedUser = Pick<UserModel, 'id' | 'username' | 'email' | 'pending_email'>;
