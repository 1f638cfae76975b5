import { SessionUser } from 'contract/accounts/signed-in.ts';
import type { ErrorCode } from 'contract/errors.ts';
import { redeemTemporaryPassword } from '#auth/links/account-links.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { recordFailure, type refusalsOfRightPassword } from '#auth/credentials/credentials.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { resetGuards } from '#auth/credentials/login-guards.ts';
import { refuseSuspended } from '#auth/credentials/suspension.ts';
import type { Dependencies } from '#dependencies.ts';
import { resetGuard } from '#auth/credentials/login-guards.queries.ts';
import type { LoginToken } from '#auth/second-factor/tokens.ts';
import { applyRecovery } from '#auth/recovery/recovery.ts';
import { createSession, type StartedSession } from '#auth/sessions/sessions.ts';
import { signDevice } from '#auth/tokens/signed-tokens.ts';
import { type Account, lockUsers } from '#auth/credentials/users.queries.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { AppError } from '#errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { logins } from '#platform/observability/counts.ts';

export interface SignIn {
  user: SessionUser;
  session: StartedSession;
  deviceToken: string;
}

/** The state after a correct password, which starts the session. */
export type ProvenPassword = Omit<LoginToken, 'challenge'>;

export function signInOf(keys: Keys, account: Account, session: StartedSession, deviceId: string): SignIn {
  const deviceToken = signDevice(keys, { userId: account.id, deviceId });
  return { user: SessionUser.parse(account), session, deviceToken };
}

interface ProvenSignIn {
  account: Account;
  proven: ProvenPassword;
  /** The second-factor method that was used. */
  secondFactor: string | null;
  /** The session whose times of authentication the new session continues. */
  formerSessionId?: string | null;
}

/** Null if the password has changed since its check, or another sign-in has used the temporary password. */
export async function startProvenSession(
  database: Database,
  keys: Keys,
  clientInfo: ClientInfo,
  signIn: ProvenSignIn,
): Promise<StartedSession | null> {
  const { resetId, identityId } = signIn.proven;
  const needsNoOtherChange = resetId === null && identityId === null && signIn.secondFactor === null;
  if (needsNoOtherChange) return createSession(database, keys, clientInfo, sessionOf(signIn));
  return database.prisma.$transaction((tx) => completeSignIn(tx, keys, clientInfo, signIn));
}

/**
 * Redeems a temporary password, resets the guard of the password, and starts the session. Null, too, if the identity that
 * took the place of the password was removed.
 */
export async function completeSignIn(
  tx: Transaction,
  keys: Keys,
  clientInfo: ClientInfo,
  signIn: ProvenSignIn,
): Promise<StartedSession | null> {
  const { guardKey, resetId, identityId, userId } = signIn.proven;
  if (identityId !== null) {
    await lockUsers(tx, userId);
    if ((await tx.identity.count({ where: { id: identityId, user_id: userId } })) === 0) return null;
  }
  if (guardKey !== null) await resetGuard(tx, guardKey);
  if (resetId !== null && !(await redeem(tx, keys, clientInfo, signIn, resetId))) return null;
  return createSession(tx, keys, clientInfo, sessionOf(signIn));
}

async function redeem(
  tx: Transaction,
  keys: Keys,
  clientInfo: ClientInfo,
  { account, proven }: ProvenSignIn,
  resetId: string,
): Promise<boolean> {
  const { id, username } = account;
  const { newHash, deviceId } = proven;
  const reset = await tx.accountLink.findUnique({ where: { id: resetId } });
  if (!reset || !(await redeemTemporaryPassword(tx, reset, newHash))) return false;
  // The temporary password came to the mailbox, whose owner might not be who registered.
  if (!account.email_verified_at) await applyRecovery(tx, { event: 'mailbox_proven', userId: id });
  const event = 'reset_redeemed';
  const { hasWaysToReview } = await applyRecovery(tx, { event, userId: id, deviceId, resetId });
  await resetGuards(tx, keys, account);
  await recordAccountEvent(tx, clientInfo, {
    action: 'password_reset',
    user: account,
    message: `${username} signed in with a temporary password, which is now the password.`,
  });
  await notify(tx, id, { kind: 'account_change', change: 'password_changed' });
  if (hasWaysToReview) await notify(tx, id, { kind: 'account_change', change: 'ways_to_review' });
  return true;
}

function sessionOf({
  account: { id, username },
  proven,
  secondFactor,
  formerSessionId = null,
}: ProvenSignIn) {
  const { newHash, deviceId, isDeviceKnown, resetId, identityId } = proven;
  const checkedHash = resetId === null ? proven.checkedHash : newHash;
  const signedIn = { userId: id, username, checkedHash, newHash, deviceId, isDeviceKnown, secondFactor };
  return { ...signedIn, formerSessionId, isWithoutPassword: identityId !== null };
}

interface ProvenAccount {
  account: Account;
  reset?: object | undefined;
  /** A suspension is revealed after the second factor. */
  awaitsSecondFactor?: boolean;
}

/** Call it only after a correct credential. */
export async function refuseUnusable(
  { database, settings }: Pick<Dependencies, 'database' | 'settings'>,
  clientInfo: ClientInfo,
  { account, reset, awaitsSecondFactor = false }: ProvenAccount,
): Promise<void> {
  const refuse = async (reason: (typeof refusalsOfRightPassword)[number], code: ErrorCode) => {
    await recordFailure(database, clientInfo, account, { reason });
    if (code === 'account_suspended') refuseSuspended(settings, account);
    throw new AppError(code);
  };
  if (account.is_deleting) await refuse('account being deleted', 'invalid_credentials');
  if (!account.is_active) await refuse('account disabled', 'account_disabled');
  if (account.suspended_until && !awaitsSecondFactor) await refuse('account suspended', 'account_suspended');
  if (!account.email_verified_at && !reset) await refuse('account not verified', 'account_not_verified');
}

/** A password is not counted while its second factor is missing. */
export async function countLogin<Outcome extends object>(attempt: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const outcome = await attempt();
    if (!('secondFactor' in outcome)) logins.labels('success').inc();
    return outcome;
  } catch (error) {
    logins.labels(outcomeOf(error)).inc();
    throw error;
  }
}

const outcomes: Partial<Record<ErrorCode, string>> = {
  invalid_credentials: 'failed',
  invalid_code: 'failed',
  password_change_required: 'failed',
  too_many_requests: 'locked',
  account_not_verified: 'unverified',
  account_disabled: 'disabled',
  account_suspended: 'suspended',
};

const outcomeOf = (error: unknown): string => (error instanceof AppError && outcomes[error.code]) || 'error';
