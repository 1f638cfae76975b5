import type { FieldErrors } from 'contract/errors.ts';
import { accountMessages } from 'contract/accounts.constants.ts';
import { AppError } from '#errors.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { type Transaction, violatedIndex } from '#platform/database/database.ts';

/** What is unique among all accounts, without regard to letter case. Undefined is not looked at. */
interface Names {
  username?: string | undefined;
  email?: string | undefined;
}

/**
 * Throws `conflict` naming all that another account has. Spares work where that is known; what decides are the unique
 * indexes, whose refusal `takenConflict` translates.
 */
export async function refuseTaken(
  tx: Transaction | PrismaClient,
  { username, email }: Names,
  ownId: string | null = null,
): Promise<void> {
  if (username === undefined && email === undefined) return;
  const [taken] = await tx.$queryRaw<{ username: boolean; email: boolean }[]>`
    SELECT EXISTS (SELECT FROM users WHERE lower(username) = lower(${username ?? null}::text)
                     AND id IS DISTINCT FROM ${ownId}::uuid) AS username,
           EXISTS (SELECT FROM users WHERE lower(email) = lower(${email ?? null}::text)
                     AND id IS DISTINCT FROM ${ownId}::uuid) AS email`;
  if (taken?.username || taken?.email) throw namesConflict(taken);
}

/** What another account had when a statement on `users` failed; undefined if it failed of something else. */
export function takenName(error: unknown): keyof Names | undefined {
  const index = violatedIndex(error);
  if (index === 'users_username_key') return 'username';
  if (index === 'users_email_key') return 'email';
  return undefined;
}

/** The `conflict` that a failed statement on `users` stands for; undefined if it failed of something else. */
export function takenConflict(error: unknown): AppError | undefined {
  const taken = takenName(error);
  return taken && namesConflict({ [taken]: true });
}

/** The refusal itself. */
export function namesConflict(taken: { username?: boolean; email?: boolean }): AppError {
  const details: FieldErrors = {
    ...(taken.username && { username: [accountMessages.usernameExists] }),
    ...(taken.email && { email: [accountMessages.emailExists] }),
  };
  return new AppError('conflict', Object.values(details).flat().join(', '), { details });
}
