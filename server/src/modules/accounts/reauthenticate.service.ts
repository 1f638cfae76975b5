import { accountMessages } from 'contract/accounts.constants.ts';
import type { ClientInfo } from '#auth/audit.ts';
import type { Caller } from '#auth/callers.ts';
import type { CredentialsDependencies } from '#auth/credentials.ts';
import { checkOwnPassword } from '#auth/step-up.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';

/** Makes the calling session count as recent. Throws what `checkOwnPassword` throws, and `token_not_valid`. */
export async function reauthenticate(
  deps: CredentialsDependencies,
  clientInfo: ClientInfo,
  caller: Caller,
  { password }: { password: string },
): Promise<void> {
  await checkOwnPassword(deps, clientInfo, caller, password);
  const { prisma } = deps.database;
  const { count } = await prisma.session.updateMany({
    where: { id: caller.session.id, revoked_at: null },
    data: { authenticated_at: await readClock(prisma) },
  });
  if (count === 0) throw new AppError('token_not_valid', accountMessages.sessionOver);
}
