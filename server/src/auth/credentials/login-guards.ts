import { setTimeout as delay } from 'node:timers/promises';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { recordAccountLock } from '#audit/audit.queries.ts';
import type { Settings } from '#settings/settings.ts';
import type { Device } from '#auth/tokens/signed-tokens.ts';
import { type Keys, sign } from '#auth/keys/keys.ts';
import {
  resetGuard,
  reserveAttempt,
  releaseAttempt,
  selectRefusal,
  settleAttempt,
} from './login-guards.queries.ts';

/** Counts failed attempts with one kind of credential. The count never expires. A success, a temporary password or staff reset it. */
export interface LoginGuard {
  key: string;
  /** Null for an unknown identifier. */
  userId: string | null;
}

/** Equal whether or not the identifier belongs to an account, so that a lock reveals nothing. Stored as a keyed hash. */
export const identifierGuard = (keys: Keys, identifier: string, userId: string | null): LoginGuard => ({
  key: identifierKey(keys, identifier),
  userId,
});

const identifierKey = ({ loginIdentifier }: Keys, identifier: string) =>
  `${identifierKeyPrefix}${sign(loginIdentifier, identifier.toLowerCase())}`;

export const identifierKeyPrefix = 'identifier:';

export const deviceKeyPrefix = 'device:';

/** A known device has a count of its own, so that strangers cannot lock a user out with failed sign-ins. */
export const deviceGuard = ({ userId, deviceId }: Device): LoginGuard => ({
  key: `${deviceKeyPrefix}${userId}:${deviceId}`,
  userId,
});

/** For passwords in a session. Failed sign-ins of strangers must not affect them. */
export const sessionUserGuard = (userId: string): LoginGuard => ({ key: `session:${userId}`, userId });

interface GuardDependencies {
  database: Database;
  settings: Settings;
}

/** `waitSeconds` follow a wrong attempt; null while further attempts need no wait. */
type AttemptResult = 'right' | { waitSeconds: number | null } | { refusedForSeconds: number };

const inFlightWaitMs = 2_000;
const inFlightPollMs = 50;

/**
 * Counts an attempt before the hash is computed, so that parallel guesses are all counted. A success resets the count,
 * and a thrown error releases the attempt. A refused attempt waits for those in flight, because a user may sign in
 * many times at once. With `keepsCount` a success neither counts nor resets, because a second factor follows.
 */
export async function tryPassword(
  deps: GuardDependencies,
  guard: LoginGuard,
  verify: () => Promise<boolean>,
  { keepsCount = false } = {},
): Promise<AttemptResult> {
  const reserved = await awaitAttempt(deps, guard);
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
    await releaseAttempt(database, key);
    throw error;
  }
  const onRight = keepsCount ? releaseAttempt : resetGuard;
  await (isRight ? onRight : settleAttempt)(database, key);
  // An unknown identifier takes the same path, so that the time reveals nothing.
  if (!isRight) await recordAccountLock(database, key);
  return isRight;
}

/** Counts the attempt, or refuses it. */
async function awaitAttempt({ database, settings }: GuardDependencies, { key, userId }: LoginGuard) {
  const { lock_free_tries, lock_first_wait_seconds, lock_longest_wait_seconds } = settings.current();
  const rule = {
    freeTries: lock_free_tries,
    firstWaitSeconds: lock_first_wait_seconds,
    longestWaitSeconds: lock_longest_wait_seconds,
  };
  const deadline = performance.now() + inFlightWaitMs;
  for (;;) {
    const [counted] = await reserveAttempt(database, key, userId, rule);
    if (counted) return { waitSeconds: counted.wait_seconds };
    const [refusal] = await selectRefusal(database, key, inFlightWaitMs);
    // If the guard was reset in the meantime, the next attempt is admitted.
    const seconds = Math.max(1, refusal?.seconds ?? 1);
    const isDecided = refusal && !refusal.is_in_flight;
    if (isDecided || performance.now() > deadline) return { refusedForSeconds: seconds };
    await delay(inFlightPollMs);
  }
}

/** Resets all guards of an account: its identifiers, devices and sessions. */
export async function resetGuards(
  tx: Transaction,
  keys: Keys,
  { id, username, email, pending_email }: GuardedUser,
): Promise<void> {
  // A guard that was counted before the identifier belonged to an account has no user.
  const identifiers = [username, email, ...(pending_email === null ? [] : [pending_email])];
  const guardKeys = identifiers.map((identifier) => identifierKey(keys, identifier));
  await tx.loginGuard.deleteMany({ where: { OR: [{ user_id: id }, { key: { in: guardKeys } }] } });
}

/**
 * Call it after a change of the username or an email address: the guards of former identifiers no longer belong to the
 * account, and those of its current ones do. Other accounts may have the same pending email address.
 */
export async function reassignGuards(
  tx: Transaction,
  keys: Keys,
  { id, username, email, pending_email }: GuardedUser,
): Promise<void> {
  const confirmed = [username, email].map((name) => identifierKey(keys, name));
  const current = pending_email === null ? confirmed : [...confirmed, identifierKey(keys, pending_email)];
  await tx.loginGuard.updateMany({
    where: { user_id: id, key: { startsWith: identifierKeyPrefix, notIn: current } },
    data: { user_id: null },
  });
  await tx.loginGuard.updateMany({ where: { key: { in: confirmed } }, data: { user_id: id } });
}

type GuardedUser = Pick<UserModel, 'id' | 'username' | 'email' | 'pending_email'>;
