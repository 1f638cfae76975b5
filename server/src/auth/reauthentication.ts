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
 * Lets through a change that matters: within 15 minutes of the sign-in without more, later only with the current
 * password. Where it is given it has to be right. Throws `reauthentication_required`, and what a failed sign-in throws.
 * Never inside a transaction: it waits for its turn to hash.
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
