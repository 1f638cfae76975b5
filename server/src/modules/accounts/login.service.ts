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
import { notify } from '#domain/notifications.ts';
import { logins } from '#platform/observability/counts.ts';
import { newDevice, signDevice } from '#auth/signed-tokens.ts';
import { clearGuards } from '#auth/login-guards.ts';
import { type ClientInfo, recordAccountEvent } from '#auth/audit.ts';
import {
  createSession,
  endSession,
  type LivingSession,
  revokeSessions,
  type StartedSession,
} from '#auth/sessions.ts';
import { AppError } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';

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
  const account = await findAccount(deps.database, identifier);
  const proof = await checkPassword(deps, clientInfo, { account, identifier, password, deviceToken });
  await refuseUnusable(deps, clientInfo, proof);
  const newHash = await hashAnew(deps, clientInfo, proof, password);
  const session = proof.reset
    ? await redeemAndStart(deps, clientInfo, proof.account, proof.reset, newHash)
    : await createSession(deps.database, deps.keys, clientInfo, {
        userId: proof.account.id,
        username: proof.account.username,
        checkedHash: proof.account.password_hash,
        newHash,
      });
  if (!session) return null;
  const { id, username, email, is_superuser, is_staff } = proof.account;
  return {
    user: { id, username, email, is_superuser, is_staff },
    session,
    deviceToken: signDevice(deps.keys, proof.device ?? newDevice(id)),
  };
}

async function redeemAndStart(
  { database: { prisma }, keys }: CredentialsDependencies,
  clientInfo: ClientInfo,
  { id, username }: Account,
  reset: AccountLink,
  newHash: string,
): Promise<StartedSession | null> {
  return prisma.$transaction(async (tx) => {
    if (!(await redeemTemporaryPassword(tx, reset, newHash))) return null;
    await revokeSessions(tx, id);
    await clearGuards(tx, id);
    await recordAccountEvent(tx, clientInfo, {
      action: 'password_reset',
      userId: id,
      username,
      message: `${username} signed in with a temporary password, which is now the password.`,
    });
    await notify(tx, id, { kind: 'account_change', change: 'password_changed' });
    return createSession(tx, keys, clientInfo, { userId: id, username, checkedHash: newHash, newHash });
  });
}

async function refuseUnusable(
  { database }: CredentialsDependencies,
  clientInfo: ClientInfo,
  { account, reset }: Proof,
): Promise<void> {
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
