import type { FieldErrors } from 'contract/errors.ts';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { AppError } from '#errors.ts';
import { type Transaction, violatedIndex } from '#platform/database/database.ts';
import { selectNameHolders } from './accounts.queries.ts';

interface Names {
  username?: string | undefined;
  email?: string | undefined;
}

/** Throws `conflict` with the taken values. Only saves work: the unique indexes decide (`takenConflict`). */
export async function refuseTaken(
  tx: Transaction,
  { username, email }: Names,
  ownId: string | null = null,
): Promise<void> {
  if (username === undefined && email === undefined) return;
  const holders = await selectNameHolders(tx, username ?? null, email ?? null);
  const others = holders.filter(({ id }) => id !== ownId);
  const taken = {
    username: others.some(({ has_username }) => has_username),
    email: others.some(({ has_email }) => has_email),
  };
  if (taken.username || taken.email) throw namesConflict(taken);
}

export function takenName(error: unknown): keyof Names | undefined {
  const index = violatedIndex(error);
  if (index === 'users_username_key') return 'username';
  if (index === 'users_email_key') return 'email';
  return undefined;
}

export function takenConflict(error: unknown): AppError | undefined {
  const taken = takenName(error);
  return taken && namesConflict({ [taken]: true });
}

export function namesConflict(taken: { username?: boolean; email?: boolean }): AppError {
  const details: FieldErrors = {
    ...(taken.username && { username: [accountMessages.usernameExists] }),
    ...(taken.email && { email: [accountMessages.emailExists] }),
  };
  return new AppError('conflict', Object.values(details).flat().join(', '), { details });
}
