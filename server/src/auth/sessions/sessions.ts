import { randomBytes } from 'node:crypto';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { isSigned, keyedHash, type Keys, sign, verifyingKeys } from '#auth/keys/keys.ts';
import { accountEventRecords, type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { lockUserAgainstDeletion } from '#auth/credentials/users.queries.ts';
import {
  announceEndedSessions,
  revokeSession,
  selectSession,
  type SignedInAccount,
  startSession,
  touchSession,
  noteSuperuser,
} from './sessions.queries.ts';
import { deleteSurplusDevices } from './sign-ins.queries.ts';
import type { Caller } from './callers.ts';

export interface StartedSession {
  id: string;
  /** Stored as a keyed hash, so that a new secret ends the session. */
  refreshToken: string;
  /** The time of the database in seconds since 1970, for the first access token. */
  seconds: number;
}

const refreshTokenBytes = 32;

const refreshTokenForm = /^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}$/;

/** `<256 random bits>.<HMAC>`: a forged token is refused without the database. */
function newRefreshToken(keys: Keys): string {
  const random = randomBytes(refreshTokenBytes).toString('base64url');
  return `${random}.${sign(keys.refreshTokenTag, random)}`;
}

/** Empty for a forged token. */
function storedHashes(keys: Keys, refreshToken: string): Buffer[] {
  const [random = '', tag = ''] = refreshToken.split('.');
  if (!refreshTokenForm.test(refreshToken) || !isSigned(keys, 'refreshTokenTag', random, tag)) return [];
  return verifyingKeys(keys, 'refreshToken').map((key) => keyedHash(key, refreshToken));
}

interface SessionAccount extends SignedInAccount {
  username: string;
  /** The second-factor method that was used, for the audit trail. */
  secondFactor: string | null;
}

/** Null if the password has changed since its check, or the account is disabled. */
export async function createSession(
  executor: Database | Transaction,
  keys: Keys,
  clientInfo: ClientInfo,
  account: SessionAccount,
): Promise<StartedSession | null> {
  const { userId, username, secondFactor, ...signedIn } = account;
  const id = uuidv7();
  const refreshToken = newRefreshToken(keys);
  const [started] = await startSession(executor, {
    ...signedIn,
    userId,
    id,
    refreshTokenHash: keyedHash(keys.refreshToken, refreshToken),
    hasPassedSecondFactor: secondFactor !== null,
    clientInfo,
    event: accountEventRecords(clientInfo, {
      action: 'login',
      user: { id: userId, username },
      message: `${username} signed in.`,
      details: { session_id: id, ...(secondFactor && { second_factor: secondFactor }) },
    }),
  });
  if (!started) return null;
  // A statement of its own sees the devices of parallel sign-ins. It runs for known devices too, so that the duration
  // does not reveal whether the device is known.
  await deleteSurplusDevices(executor, userId);
  return { id, refreshToken, seconds: started.seconds };
}

export interface ActiveSession {
  id: string;
  userId: string;
  username: string;
}

interface SessionDependencies {
  database: Database;
  keys: Keys;
}

/** A valid session, or one that may still read after a password change. */
export async function findSession(
  { database, keys }: SessionDependencies,
  refreshToken: string,
): Promise<ActiveSession | null> {
  const hashes = storedHashes(keys, refreshToken);
  const [row] = hashes.length > 0 ? await selectSession(database, hashes) : [];
  return row ? { id: row.id, userId: row.user_id, username: row.username } : null;
}

export async function renewSession(
  { database, keys }: SessionDependencies,
  refreshToken: string,
  { ipAddress }: ClientInfo,
): Promise<(ActiveSession & { seconds: number }) | null> {
  const hashes = storedHashes(keys, refreshToken);
  const [row] = hashes.length > 0 ? await touchSession(database, hashes, ipAddress) : [];
  return row ? { id: row.id, userId: row.user_id, username: row.username, seconds: row.seconds } : null;
}

/** If the caller has locked the user's row, the session remains valid until the transaction ends. */
export async function isSessionActive(tx: Transaction, sessionId: string): Promise<boolean> {
  const where = { id: sessionId, revoked_at: null, expires_at: { gt: await readClock(tx) } };
  return (await tx.session.count({ where })) === 1;
}

/** False if the user has no such session. */
export async function endSession(
  tx: Transaction,
  clientInfo: ClientInfo,
  { id, userId, username }: ActiveSession,
  message: string,
): Promise<boolean> {
  await lockUserAgainstDeletion(tx, userId);
  const revoked = await revokeSession(tx, id, userId);
  if (revoked.length === 0) return false;
  await announceEndedSessions(tx, userId);
  const user = { id: userId, username };
  const details = { session_id: id };
  await recordAccountEvent(tx, clientInfo, { action: 'logout', user, message, details });
  return true;
}

/** The session of the caller may read and sign out for another minute, for requests in flight. */
export async function revokeSessions(
  tx: Transaction,
  userId: string,
  callerSessionId: string | null = null,
): Promise<void> {
  const now = await readClock(tx);
  const valid = { user_id: userId, revoked_at: null };
  if (callerSessionId !== null) {
    const read_only_until = secondsAfter(now, sessionLimits.readOnlySeconds);
    await tx.session.updateMany({
      where: { ...valid, id: callerSessionId },
      data: { revoked_at: now, read_only_until },
    });
  }
  await tx.session.updateMany({ where: valid, data: { revoked_at: now } });
  // Sessions that may still read after an earlier change.
  const reading = { user_id: userId, read_only_until: { gt: now } };
  const others = callerSessionId === null ? reading : { ...reading, id: { not: callerSessionId } };
  await tx.session.updateMany({ where: others, data: { read_only_until: null } });
  await announceEndedSessions(tx, userId);
}

const hourMs = 3_600_000;
/** Beyond these, each is noted once more. */
const mostRemembered = 10_000;

/**
 * Notes from where a superuser uses a session or an API token, once an hour: the network of each is closed to blocks of agents.
 * After the response, as a failure must not refuse a request. The next request then notes it.
 */
export function createSuperuserNotes(database: Database): (caller: Caller, ipAddress: string) => void {
  const notedAt = new Map<string, number>();
  return ({ user }, ipAddress) => {
    if (!user.is_superuser) return;
    const key = `${user.id} ${ipAddress}`;
    if (Date.now() - (notedAt.get(key) ?? -Infinity) < hourMs) return;
    if (notedAt.size >= mostRemembered) notedAt.clear();
    notedAt.set(key, Date.now());
    noteSuperuser(database, user.id, ipAddress).catch(() => notedAt.delete(key));
  };
}
