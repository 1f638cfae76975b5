import { accountMessages } from 'contract/accounts.constants.ts';
import { messages } from 'contract/texts.ts';
import { AppError } from '#errors.ts';
import { type Database, isForeignKeyViolation } from '#platform/database/database.ts';
import { type AccountLink, matchesTemporaryPassword } from './account-links.ts';
import { type Account, selectAccount } from './users.queries.ts';
import { type Device, readDevice } from './signed-tokens.ts';
import type { Keys } from './keys.ts';
import { deviceGuard, identifierGuard, type LoginGuard, tryPassword } from './login-guards.ts';
import type { PasswordHashing } from './passwords.ts';
import { type AccountEvent, accountEventRecords, type ClientInfo, recordUnknownFailure } from './audit.ts';
import { insertFailedSignIn } from './sign-ins.queries.ts';
import { summarizeRefusals } from '#platform/rate-limits/rate-limiter.ts';
import type { Settings } from '#settings.ts';

/** Who is meant, and from which device. */
export interface NamedAccount {
  /** Null for an unknown identifier. */
  account: Account | null;
  identifier: string;
  /** Known to the account. */
  device: Device | undefined;
}

/** By username, e-mail, or an e-mail that is pending at this account only, in any letter case. */
export async function findAccount(
  { database, keys }: Pick<CredentialsDependencies, 'database' | 'keys'>,
  identifier: string,
  deviceToken: string | undefined,
): Promise<NamedAccount> {
  const shown = readDevice(keys, deviceToken);
  const [account = null] = await selectAccount(database, identifier.toLowerCase(), shown?.deviceId ?? null);
  return { account, identifier, device: account?.is_device_known ? shown : undefined };
}

export interface CredentialsDependencies {
  database: Database;
  settings: Settings;
  keys: Keys;
  hashing: PasswordHashing;
}

/** An unknown identifier costs the same time and is locked alike. */
export interface PasswordTry extends NamedAccount {
  /** In NFKC, as the contract gives it. */
  password: string;
  acceptTemporary?: boolean;
  /** Counts in place of the identifier's or the device's. */
  guard?: LoginGuard;
  /** A right password then neither counts nor clears. */
  awaitsSecondFactor?: boolean;
}

export interface Proof {
  account: Account;
  device: Device | undefined;
  /** The reset whose temporary password was given; undefined for the account's own password. */
  reset: AccountLink | undefined;
  /** What counted the try; null for a temporary password, which counts nowhere. */
  guardKey: string | null;
}

/**
 * The only check of a password, with its count of failures. A live temporary password is accepted in spite of the lock.
 * Throws `invalid_credentials`, `too_many_requests` or `unavailable`; records failures. Never inside a transaction: it
 * waits for the hash queue.
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
    ...given
  }: PasswordTry,
): Promise<Proof> {
  if (acceptTemporary && account?.may_have_temporary_password) {
    const reset = await matchesTemporaryPassword(deps, account, password);
    if (reset) return { account, device, reset, guardKey: null };
  }

  const guard =
    given.guard ??
    (device ? deviceGuard(device) : identifierGuard(deps.keys, identifier, account?.id ?? null));
  const hash = account && !account.is_password_expired ? account.password_hash : deps.hashing.decoy;
  const verify = () => deps.hashing.verify(hash, password, clientInfo.ipAddress);
  const verdict = await tryPassword(deps, guard, verify, { keepsCount: awaitsSecondFactor }).catch(
    (error: unknown) => (isForeignKeyViolation(error) ? 'gone' : Promise.reject(error as Error)),
  );
  if (verdict === 'gone') {
    return checkPassword(deps, clientInfo, { account: null, identifier, device: undefined, password });
  }
  if (verdict === 'right' && account) return { account, device, reset: undefined, guardKey: guard.key };
  if (verdict === 'right' || verdict === 'wrong') {
    await recordFailure(deps.database, clientInfo, account, { reason: 'wrong password' });
    throw new AppError('invalid_credentials', accountMessages.invalidCredentials);
  }
  const refusals = countRefusals(guard.key);
  if (refusals) await recordFailure(deps.database, clientInfo, account, { reason: 'locked', refusals });
  throw tooManyTries(verdict.refusedForSeconds);
}

const countRefusals = summarizeRefusals();

type FailureDetails =
  | {
      reason:
        | 'wrong password'
        | 'wrong second factor'
        | 'account not verified'
        | 'account disabled'
        | 'account being deleted';
    }
  | { reason: 'locked'; refusals: number };

/** An unknown identifier is not stored: people type passwords there. */
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

export function tooManyTries(retryAfterSeconds: number): AppError {
  const wait =
    retryAfterSeconds > 90 ? `${Math.ceil(retryAfterSeconds / 60)} minutes` : `${retryAfterSeconds} seconds`;
  return new AppError('too_many_requests', `${messages.tooManyRequests}. Try again in ${wait}.`, {
    retryAfterSeconds,
  });
}
