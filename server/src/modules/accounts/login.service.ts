import { messages } from 'contract/messages.ts';
import {
  type Account,
  checkPassword,
  type CredentialsDependencies,
  findAccount,
  type Proof,
  recordFailure,
} from '#domain/credentials.ts';
import { redeemTemporaryPassword } from '#domain/account-links.ts';
import { newDevice, signDevice } from '#domain/device-tokens.ts';
import { clearGuards } from '#domain/login-guards.ts';
import { type Origin, recordAccountEvent } from '#domain/records.ts';
import { type NewSession, revokeSessions, startSession } from '#domain/sessions.ts';
import { AppError } from '#errors.ts';
import type { Transaction } from '#platform/database.ts';

export interface LoginInput {
  identifier: string;
  password: string;
  deviceToken: string | undefined;
}

export interface SignIn {
  user: Pick<Account, 'id' | 'username' | 'email' | 'is_superuser' | 'is_staff'>;
  session: NewSession;
  /** Makes this device known to the account. */
  deviceToken: string;
}

/**
 * Signs in by username or e-mail. Throws `invalid_credentials`, `account_not_verified` and `account_disabled` (both
 * only after the right password), `too_many_requests` and `unavailable`.
 */
export async function login(
  deps: CredentialsDependencies,
  origin: Origin,
  input: LoginInput,
): Promise<SignIn> {
  // A password changed between its check and the session's start, such as by two parallel first uses of one
  // temporary password, is checked once more.
  const signIn = (await trySignIn(deps, origin, input)) ?? (await trySignIn(deps, origin, input));
  if (!signIn) throw new AppError('invalid_credentials', messages.invalidCredentials);
  return signIn;
}

async function trySignIn(
  deps: CredentialsDependencies,
  origin: Origin,
  { identifier, password, deviceToken }: LoginInput,
): Promise<SignIn | null> {
  const account = await findAccount(deps.database, identifier);
  const proof = await checkPassword(deps, origin, { account, identifier, password, deviceToken });
  await refuseUnusable(deps, origin, proof);
  const newHash = await hashAnew(deps, origin, proof, password);
  const { id, username, email, is_superuser, is_staff } = proof.account;
  const session = await deps.database.prisma.$transaction(async (tx) => {
    if (proof.reset && newHash && !(await redeem(tx, origin, proof, newHash))) return null;
    const started = await startSession(tx, origin, {
      userId: id,
      checkedHash: proof.reset && newHash ? newHash : proof.account.password_hash,
      newHash: newHash ?? proof.account.password_hash,
    });
    if (started) {
      await recordAccountEvent(tx, origin, {
        action: 'login',
        userId: id,
        username,
        message: `${username} signed in.`,
        details: { session_id: started.id },
      });
    }
    return started;
  });
  return (
    session && {
      user: { id, username, email, is_superuser, is_staff },
      session,
      deviceToken: signDevice(deps.keys, proof.device ?? newDevice(id)),
    }
  );
}

/** Said only to who knows the password. A temporary password came by mail, which verifies the address. */
async function refuseUnusable(
  { database }: CredentialsDependencies,
  origin: Origin,
  { account, reset }: Proof,
): Promise<void> {
  if (!account.is_active) {
    await recordFailure(database, origin, account, { reason: 'account disabled' });
    throw new AppError('account_disabled', messages.accountDisabled);
  }
  if (!account.email_verified_at && !reset) {
    await recordFailure(database, origin, account, { reason: 'account not verified' });
    throw new AppError('account_not_verified', messages.accountNotVerified);
  }
}

/** The hash of a temporary password that becomes the password, or of one whose hash is weaker than today's. */
async function hashAnew(
  { hashing }: CredentialsDependencies,
  { ipAddress }: Origin,
  { account, reset }: Proof,
  password: string,
): Promise<string | undefined> {
  if (reset) return hashing.hash(password, ipAddress);
  if (!hashing.isOutdated(account.password_hash)) return undefined;
  // Can wait for the next sign-in when the queue is full.
  return hashing.hash(password, ipAddress).catch(() => undefined);
}

/** The first use of a temporary password: it becomes the password, and whoever was signed in is no longer. */
async function redeem(
  tx: Transaction,
  origin: Origin,
  { account, reset }: Proof,
  newHash: string,
): Promise<boolean> {
  if (!reset || !(await redeemTemporaryPassword(tx, reset, newHash))) return false;
  await revokeSessions(tx, account.id);
  await clearGuards(tx, account.id);
  await recordAccountEvent(tx, origin, {
    action: 'password_reset',
    userId: account.id,
    username: account.username,
    message: `${account.username} signed in with a temporary password, which is now the password.`,
  });
  return true;
}
