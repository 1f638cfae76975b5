import { AppError, errorAtField } from '#errors.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import type { Caller } from './callers.ts';
import { checkPassword, type CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { sessionUserGuard } from '#auth/credentials/login-guards.ts';
import { hasFactor } from '#auth/second-factor/factors.ts';
import { selectAccountById } from '#auth/credentials/users.queries.ts';

/**
 * Throws `reauthentication_required` unless the last authentication of the session is at most 15 minutes old and, for a
 * user with a second factor, included the second factor.
 */
export function requireRecent({ session }: Caller): void {
  if (session.isRecent) return;
  throw new AppError('reauthentication_required');
}

/**
 * Checks the password of a signed-in user. Its failures are counted apart from those of sign-ins, so strangers cannot lock
 * the user out of it. Throws `invalid_credentials`,
 * `too_many_requests` and `unavailable`. Never call it in a transaction: it waits for the hash queue.
 */
export async function checkOwnPassword(
  deps: CredentialsDependencies,
  { caller: { user }, clientInfo }: Actor,
  /** In NFKC. */
  password: string,
): Promise<void> {
  const [account = null] = await selectAccountById(deps.database, user.id);
  await checkPassword(deps, clientInfo, {
    account,
    identifier: user.username,
    password,
    device: undefined,
    acceptTemporary: false,
    guard: sessionUserGuard(user.id),
  });
}

/** Accepts the password or a recent authentication. For a user with a second factor the password is not enough. */
export async function requireRecentOrPassword(
  deps: CredentialsDependencies,
  actor: Actor,
  currentPassword: string | null | undefined,
): Promise<void> {
  const hasPassword = currentPassword !== null && currentPassword !== undefined;
  if (!hasPassword || (await hasFactor(deps.database.prisma, actor.caller.user.id)))
    requireRecent(actor.caller);
  if (hasPassword) await checkOwnPassword(deps, actor, currentPassword);
}

/**
 * Throws `reauthentication_required` with the field to check, in a session that began without the password of the user,
 * who has not entered it since. Call it for everything that can set a password: also the email address, to which a reset
 * goes. Otherwise an attacker who added a passkey or an identity could set a password with it. A user without a password has
 * none to enter, so a recent authentication is enough.
 */
export function refuseUnprovenPassword(
  { session }: Caller,
  user: { has_password: boolean },
  field: string,
  message: string,
): void {
  if (!user.has_password || !session.isWithoutPassword) return;
  throw errorAtField('reauthentication_required', field, message);
}
