import { AppError } from '#errors.ts';
import type { Actor } from './audit.ts';
import type { Caller } from './callers.ts';
import { checkPassword, type CredentialsDependencies } from './credentials.ts';
import { sessionUserGuard } from './login-guards.ts';
import { selectAccountById } from './users.queries.ts';

/** Throws `reauthentication_required` unless the session's last authentication is at most 15 minutes old. */
export function requireRecent({ session }: Caller): void {
  if (session.isRecent) return;
  throw new AppError('reauthentication_required');
}

/**
 * Checks the user's own password, with a count that strangers cannot use up. Throws `invalid_credentials`,
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

/** With the password, or without it soon after an authentication. */
export async function requireRecentOrPassword(
  deps: CredentialsDependencies,
  actor: Actor,
  currentPassword: string | null | undefined,
): Promise<void> {
  if (currentPassword === null || currentPassword === undefined) requireRecent(actor.caller);
  else await checkOwnPassword(deps, actor, currentPassword);
}
