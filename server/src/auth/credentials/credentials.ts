import { count } from 'contract/counts.ts';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { messages } from 'contract/texts.ts';
import { AppError, tooManyRequests } from '#errors.ts';
import { type Database, isForeignKeyViolation } from '#platform/database/database.ts';
import { type AccountLink, hashedText, matchesTemporaryPassword } from '#auth/links/account-links.ts';
import { type Account, selectAccount } from './users.queries.ts';
import { type Device, readDevice } from '#auth/tokens/signed-tokens.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { deviceGuard, identifierGuard, type LoginGuard, tryPassword } from './login-guards.ts';
import type { PasswordHashing } from './passwords.ts';
import {
  type AccountEvent,
  accountEventRecords,
  type ClientInfo,
  recordUnknownFailure,
} from '#audit/audit.ts';
import { insertFailedSignIn } from '#auth/sessions/sign-ins.queries.ts';
import { summarizeRefusals } from '#platform/rate-limits/rate-limiter.ts';
import type { Settings } from '#settings/settings.ts';

interface IdentifiedAccount {
  /** Null for an unknown identifier. */
  account: Account | null;
  identifier: string;
  /** Undefined if the device is not known to the account. */
  device: Device | undefined;
}

/** Finds by username, email, or a pending email that only this account has, in any letter case. */
export async function findAccount(
  { database, keys }: Pick<CredentialsDependencies, 'database' | 'keys'>,
  identifier: string,
  deviceToken: string | undefined,
): Promise<IdentifiedAccount> {
  const presented = readDevice(keys, deviceToken);
  const [account = null] = await selectAccount(database, identifier, presented?.deviceId ?? null);
  return { account, identifier, device: account?.is_device_known ? presented : undefined };
}

export interface CredentialsDependencies {
  database: Database;
  settings: Settings;
  keys: Keys;
  hashing: PasswordHashing;
}

/** Unknown identifiers take as long as known ones, and are locked in the same way. */
interface PasswordAttempt extends IdentifiedAccount {
  /** In NFKC, as the contract parses it. */
  password: string;
  acceptTemporary?: boolean;
  /** Replaces the guard of the identifier or the device. */
  guard?: LoginGuard;
  /** If set, the right password is not counted and does not reset the guard. */
  awaitsSecondFactor?: boolean;
}

export interface Proof {
  account: Account;
  device: Device | undefined;
  /** The temporary password that was used, if any. */
  reset: AccountLink | undefined;
  /** Null for a temporary password, which is not counted. */
  guardKey: string | null;
}

/**
 * The only password check; it also counts failures. A valid temporary password is accepted even if the
 * account is locked. Throws `invalid_credentials`, `too_many_requests` or `unavailable`. Never call
 * it in a transaction: it waits for the hash queue.
 */
export async function checkPassword(
  deps: CredentialsDependencies,
  clientInfo: ClientInfo,
  {
    account,
    identifier,
    device,
    password,
    acceptTemporary = true,
    awaitsSecondFactor = false,
    ...options
  }: PasswordAttempt,
): Promise<Proof> {
  if (acceptTemporary && account?.may_have_temporary_password) {
    const reset = await matchesTemporaryPassword(deps, account, password);
    if (reset) return { account, device, reset, guardKey: null };
    // A parallel sign-in may have redeemed the temporary password since the account was read.
    const [current = null] = await selectAccount(deps.database, identifier, device?.deviceId ?? null);
    const again = { account: current, identifier, device, password, awaitsSecondFactor, ...options };
    return checkPassword(deps, clientInfo, { ...again, acceptTemporary: false });
  }

  const guard =
    options.guard ??
    (device ? deviceGuard(device) : identifierGuard(deps.keys, identifier, account?.id ?? null));
  const hash = account && !account.is_password_expired ? account.password_hash : deps.hashing.decoy;
  const text = account ? hashedText(account, password) : password;
  const verify = () => deps.hashing.verify(hash, text, clientInfo.ipAddress);
  const verdict = await tryPassword(deps, guard, verify, { keepsCount: awaitsSecondFactor }).catch(
    (error: unknown) => (isForeignKeyViolation(error) ? 'gone' : Promise.reject(error as Error)),
  );
  if (verdict === 'gone') {
    return checkPassword(deps, clientInfo, { account: null, identifier, device: undefined, password });
  }
  if (verdict === 'right' && account) return { account, device, reset: undefined, guardKey: guard.key };
  if (verdict === 'right' || 'waitSeconds' in verdict) {
    await recordFailure(deps.database, clientInfo, account, { reason: 'wrong password' });
    throw wrongPassword(verdict === 'right' ? null : verdict.waitSeconds);
  }
  throw await lockedError(deps.database, clientInfo, { account, guard, seconds: verdict.refusedForSeconds });
}

const countRefusals = summarizeRefusals();

interface Refusal {
  account: Account | null;
  guard: LoginGuard;
  /** The wait until the next attempt. */
  seconds: number;
}

/** The error for an attempt that was refused because of earlier failures. Several refusals make one record. */
export async function lockedError(
  database: Database,
  clientInfo: ClientInfo,
  { account, guard, seconds }: Refusal,
): Promise<AppError> {
  const refusals = countRefusals(guard.key);
  if (refusals) await recordFailure(database, clientInfo, account, { reason: 'locked', refusals });
  return tooManyRequests(seconds, `${messages.tooManyRequests}. Try again in ${durationText(seconds)}.`);
}

/** Why a sign-in is refused whose password is right. */
export const refusalsOfRightPassword = [
  'wrong second factor',
  'account not verified',
  'account disabled',
  'account suspended',
  'account being deleted',
  'password has to be changed',
] as const;

type FailureDetails =
  | { reason: 'wrong password' | (typeof refusalsOfRightPassword)[number] }
  | { reason: 'locked'; refusals: number };

/** An unknown identifier is not stored, because users type passwords into the wrong field. */
export async function recordFailure(
  database: Database,
  clientInfo: ClientInfo,
  account: Account | null,
  details: FailureDetails,
): Promise<void> {
  const event: AccountEvent = {
    action: 'login_failed',
    user: account,
    actorId: null,
    level: 'WARNING',
    message: `Sign-in as ${account?.username ?? 'an unknown identifier'} failed: ${details.reason}.`,
    details,
    occurrences: 'refusals' in details ? details.refusals : 1,
  };
  if (!account) return recordUnknownFailure(database, clientInfo, event);
  const result = details.reason === 'locked' ? 'locked' : 'failed';
  const records = accountEventRecords(clientInfo, event);
  try {
    await insertFailedSignIn(database, account.id, clientInfo, result, records);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    await recordFailure(database, clientInfo, null, details);
  }
}

/** The same for an unknown identifier, so that the response reveals nothing. */
function wrongPassword(waitSeconds: number | null): AppError {
  if (waitSeconds === null) return new AppError('invalid_credentials');
  const msg = `${accountMessages.invalidCredentials}. That was the last attempt for now. Try again in ${durationText(waitSeconds)}.`;
  return new AppError('invalid_credentials', msg, { retryAfterSeconds: waitSeconds });
}

const durationText = (seconds: number) =>
  seconds > 90 ? count(Math.ceil(seconds / 60), 'minute') : count(seconds, 'second');
