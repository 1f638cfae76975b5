import { accountMessages } from 'contract/accounts.constants.ts';
import { AppError } from '#errors.ts';
import type { Caller } from './callers.ts';
import { checkPassword, type CredentialsDependencies } from './credentials.ts';
import { selectAccountById } from './credentials.queries.ts';
import type { ClientInfo } from './client-info.ts';

export interface PasswordShown {
  /** In NFKC. */
  currentPassword: string | null | undefined;
  deviceToken: string | undefined;
}

/**
 * Lets a sensitive change through: within 15 minutes of the sign-in, or with the current password. Never inside a
 * transaction: it waits for the hash queue.
 */
export async function reauthenticate(
  deps: CredentialsDependencies,
  clientInfo: ClientInfo,
  { user, session }: Caller,
  { currentPassword, deviceToken }: PasswordShown,
): Promise<void> {
  if (currentPassword === null || currentPassword === undefined) {
    if (session.isRecent) return;
    throw new AppError('reauthentication_required', accountMessages.currentPasswordNeeded);
  }
  const [account] = await selectAccountById(deps.database, user.id);
  await checkPassword(deps, clientInfo, {
    account: account ?? null,
    identifier: user.username,
    password: currentPassword,
    deviceToken,
    acceptTemporary: false,
  });
}
