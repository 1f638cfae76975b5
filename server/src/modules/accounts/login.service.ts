import { accountMessages } from 'contract/accounts.constants.ts';
import type { Account } from '#auth/users.queries.ts';
import {
  checkPassword,
  type CredentialsDependencies,
  findAccount,
  type Proof,
  recordFailure,
} from '#auth/credentials.ts';
import { type AccountLink, redeemTemporaryPassword } from '#auth/account-links.ts';
import { welcomeNewDevice } from '#domain/new-device.ts';
import { notify } from '#domain/notifications.ts';
import { logins } from '#platform/observability/counts.ts';
import { type Device, newDevice, signDevice } from '#auth/signed-tokens.ts';
import { clearGuards } from '#auth/login-guards.ts';
import { type ClientInfo, recordAccountEvent } from '#auth/audit.ts';
import type { Keys } from '#auth/keys.ts';
import { revokeOnPasswordEvent } from '#auth/revocations.ts';
import { createSession, endSession, type LivingSession, type StartedSession } from '#auth/sessions.ts';
import { AppError } from '#errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';

export interface LoginInput {
  identifier: string;
  password: string;
  deviceToken: string | undefined;
}

export interface SignIn {
  user: Pick<Account, 'id' | 'username' | 'email' | 'is_superuser' | 'is_staff'>;
  session: StartedSession;
  deviceToken: string;
}

/**
 * Throws `invalid_credentials`, `account_not_verified` and `account_disabled` (only after the right password),
 * `too_many_requests` and `unavailable`.
 */
export async function login(
  deps: CredentialsDependencies,
  clientInfo: ClientInfo,
  input: LoginInput,
): Promise<SignIn> {
  try {
    const signIn = await signInOrRefuse(deps, clientInfo, input);
    logins.labels('success').inc();
    return signIn;
  } catch (error) {
    logins.labels(outcomeOf(error)).inc();
    throw error;
  }
}

function outcomeOf(error: unknown): string {
  switch (error instanceof AppError && error.code) {
    case 'invalid_credentials':
      return 'failed';
    case 'too_many_requests':
      return 'locked';
    case 'account_not_verified':
      return 'unverified';
    case 'account_disabled':
      return 'disabled';
    default:
      return 'error';
  }
}

async function signInOrRefuse(
  deps: CredentialsDependencies,
  clientInfo: ClientInfo,
  input: LoginInput,
): Promise<SignIn> {
  // Retried once where the password changed after its check, as by two parallel first uses of a temporary one.
  const signIn = (await trySignIn(deps, clientInfo, input)) ?? (await trySignIn(deps, clientInfo, input));
  if (!signIn) throw new AppError('invalid_credentials', accountMessages.invalidCredentials);
  return signIn;
}

async function trySignIn(
  deps: CredentialsDependencies,
  clientInfo: ClientInfo,
  { identifier, password, deviceToken }: LoginInput,
): Promise<SignIn | null> {
  const named = await findAccount(deps, identifier, deviceToken);
  const proof = await checkPassword(deps, clientInfo, { ...named, password });
  await refuseUnusable(deps, clientInfo, proof);
  const newHash = await hashAnew(deps, clientInfo, proof, password);
  return startSession(deps, clientInfo, proof, newHash);
}

/** Null where the password has changed since it was checked. */
async function startSession(
  { database: { prisma }, keys }: CredentialsDependencies,
  clientInfo: ClientInfo,
  { account, device: known, reset }: Proof,
  newHash: string,
): Promise<SignIn | null> {
  const { id, username, email, is_superuser, is_staff } = account;
  const device = known ?? newDevice(id);
  const session = await prisma.$transaction(async (tx) => {
    if (reset && !(await redeem(tx, keys, clientInfo, { account, reset, newHash, device }))) return null;
    const started = await createSession(tx, keys, clientInfo, {
      userId: id,
      username,
      checkedHash: reset ? newHash : account.password_hash,
      newHash,
      deviceId: device.deviceId,
    });
    if (started && !known) await welcomeNewDevice(tx, keys, clientInfo, account);
    return started;
  });
  if (!session) return null;
  return {
    user: { id, username, email, is_superuser, is_staff },
    session,
    deviceToken: signDevice(keys, device),
  };
}

interface Redemption {
  account: Account;
  reset: AccountLink;
  newHash: string;
  device: Device;
}

async function redeem(
  tx: Transaction,
  keys: Keys,
  clientInfo: ClientInfo,
  { account, reset, newHash, device }: Redemption,
): Promise<boolean> {
  const { id, username } = account;
  if (!(await redeemTemporaryPassword(tx, reset, newHash))) return false;
  await revokeOnPasswordEvent(tx, id, 'reset', device);
  await clearGuards(tx, keys, account);
  await recordAccountEvent(tx, clientInfo, {
    action: 'password_reset',
    userId: id,
    username,
    message: `${username} signed in with a temporary password, which is now the password.`,
  });
  await notify(tx, id, { kind: 'account_change', change: 'password_changed' });
  return true;
}

async function refuseUnusable(
  { database }: CredentialsDependencies,
  clientInfo: ClientInfo,
  { account, reset }: Proof,
): Promise<void> {
  if (account.is_deleting) {
    await recordFailure(database, clientInfo, account, { reason: 'account being deleted' });
    throw new AppError('invalid_credentials', accountMessages.invalidCredentials);
  }
  if (!account.is_active) {
    await recordFailure(database, clientInfo, account, { reason: 'account disabled' });
    throw new AppError('account_disabled', accountMessages.accountDisabled);
  }
  if (!account.email_verified_at && !reset) {
    await recordFailure(database, clientInfo, account, { reason: 'account not verified' });
    throw new AppError('account_not_verified', accountMessages.accountNotVerified);
  }
}

/** A temporary password is hashed, and a hash of weaker settings renewed unless the queue is full. */
async function hashAnew(
  { hashing }: CredentialsDependencies,
  { ipAddress }: ClientInfo,
  { account, reset }: Proof,
  password: string,
): Promise<string> {
  if (reset) return hashing.hash(password, ipAddress);
  if (!hashing.isOutdated(account.password_hash)) return account.password_hash;
  return hashing.hash(password, ipAddress).catch(() => account.password_hash);
}

export async function logout(
  { database }: { database: Database },
  clientInfo: ClientInfo,
  session: LivingSession,
): Promise<void> {
  await database.prisma.$transaction((tx) =>
    endSession(tx, clientInfo, session, `${session.username} signed out.`),
  );
}
