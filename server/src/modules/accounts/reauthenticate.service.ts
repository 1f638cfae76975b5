import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import type { CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { hasFactor } from '#auth/second-factor/factors.ts';
import { readToken } from '#auth/second-factor/tokens.ts';
import {
  sessionCount,
  signInExpired,
  tryFactor,
  type FactorDependencies,
} from '#auth/second-factor/try-factor.ts';
import { checkOwnPassword } from '#auth/sessions/step-up.ts';
import { selectAccountById } from '#auth/credentials/users.queries.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { mailUsedRecoveryCode, type SecondFactorInput } from './second-factor-login.service.ts';

type Dependencies = CredentialsDependencies & FactorDependencies;

/** Whether the user has neither a password nor a second factor, so that only the provider can confirm who it is. */
export async function needsProvider(
  { database: { prisma } }: Dependencies,
  { user }: Caller,
): Promise<boolean> {
  const account = await prisma.user.findUnique({ where: { id: user.id }, select: { has_password: true } });
  return account?.has_password === false && !(await hasFactor(prisma, user.id));
}

/** Marks the session of the caller as recently authenticated. */
export async function reauthenticate(deps: Dependencies, actor: Actor, password: string): Promise<void> {
  const { prisma } = deps.database;
  const { caller } = actor;
  if (await hasFactor(prisma, caller.user.id)) {
    throw new AppError('second_factor_required', secondFactorMessages.needed);
  }
  await checkOwnPassword(deps, actor, password);
  await markRecent(prisma, caller, { is_without_password: false });
}

/** The session then counts as authenticated with a second factor. */
export async function reauthenticateByFactor(
  deps: Dependencies,
  { caller, clientInfo }: Actor,
  { token, ...factor }: Omit<SecondFactorInput, 'token'> & { token?: string | undefined },
): Promise<void> {
  const { database, keys } = deps;
  const passkeyChallenge =
    token === undefined ? undefined : await readToken(database, keys, 'passkey', token);
  if (factor.method === 'passkey' && !passkeyChallenge) throw signInExpired();
  const [account] = await selectAccountById(database, caller.user.id);
  if (!account) throw new AppError('token_not_valid');
  await tryFactor(
    deps,
    clientInfo,
    {
      account,
      count: sessionCount(account.id),
      presented: { ...factor, challenge: passkeyChallenge?.challenge ?? '' },
    },
    async (tx) => {
      await markRecent(tx, caller, { second_factor_at: await readClock(tx) });
      if (factor.method === 'recovery_code') await mailUsedRecoveryCode(tx, account);
    },
  );
}

async function markRecent(
  tx: Transaction,
  { session }: Caller,
  passed: { second_factor_at?: Date; is_without_password?: false },
): Promise<void> {
  const { count } = await tx.session.updateMany({
    where: { id: session.id, revoked_at: null },
    data: { authenticated_at: await readClock(tx), ...passed },
  });
  if (count === 0) throw new AppError('token_not_valid');
}
