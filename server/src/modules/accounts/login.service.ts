import type { login as loginRoute } from 'contract/accounts/accounts.ts';
import type { RouteParsed } from 'contract/route.ts';
import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import {
  checkPassword,
  type CredentialsDependencies,
  findAccount,
  type Proof,
} from '#auth/credentials/credentials.ts';
import { newDevice } from '#auth/tokens/signed-tokens.ts';
import { readTypeableCode } from '#auth/tokens/typeable-codes.ts';
import type { ClientInfo } from '#audit/audit.ts';
import {
  type FactorDependencies,
  sessionCount,
  signInExpired,
  tryFactor,
} from '#auth/second-factor/try-factor.ts';
import { AppError } from '#errors.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { hasFactor } from '#auth/second-factor/factors.ts';
import { readToken } from '#auth/second-factor/tokens.ts';
import { checkOwnPassword } from '#auth/sessions/step-up.ts';
import { selectAccountById } from '#auth/credentials/users.queries.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import {
  countLogin,
  type ProvenPassword,
  refuseUnusable,
  type SignIn,
  signInOf,
  startProvenSession,
} from './sign-in.ts';
import {
  askSecondFactor,
  type SecondFactorChallenge,
  mailUsedRecoveryCode,
  type SecondFactorInput,
} from './second-factor-login.service.ts';

type LoginInput = RouteParsed<typeof loginRoute>['body'] & {
  deviceToken: string | undefined;
  /** The caller's session, if it passed a second factor and has just changed the password of this user. */
  findFormerSession: (userId: string) => Promise<string | null>;
};

type LoginOutcome = { signIn: SignIn } | { secondFactor: SecondFactorChallenge };

type LoginDependencies = CredentialsDependencies & FactorDependencies;

/** Only the correct password reveals that an account is unverified or disabled. */
export async function login(deps: LoginDependencies, clientInfo: ClientInfo, input: LoginInput) {
  return countLogin(async () => {
    // Retried once if the password changed after its check, for example at two parallel first uses of a temporary password.
    const outcome = (await trySignIn(deps, clientInfo, input)) ?? (await trySignIn(deps, clientInfo, input));
    if (!outcome) throw new AppError('invalid_credentials');
    return outcome;
  });
}

async function trySignIn(
  deps: LoginDependencies,
  clientInfo: ClientInfo,
  { username_or_email, password, deviceToken, findFormerSession }: LoginInput,
): Promise<LoginOutcome | null> {
  const identified = await findAccount(deps, username_or_email, deviceToken);
  const awaitsSecondFactor = identified.account?.has_second_factor ?? false;
  const proof = await checkPassword(deps, clientInfo, { ...identified, password, awaitsSecondFactor });
  await refuseUnusable(deps, clientInfo, { ...proof, awaitsSecondFactor });
  const { account } = proof;
  const proven = await toProvenPassword(deps, clientInfo, proof, password);
  const formerSessionId = awaitsSecondFactor ? await findFormerSession(account.id) : null;
  if (awaitsSecondFactor && formerSessionId === null) {
    return { secondFactor: await askSecondFactor(deps, proven) };
  }
  const secondFactor = awaitsSecondFactor ? 'in the session before' : null;
  const signIn = { account, proven, secondFactor, formerSessionId };
  const session = await startProvenSession(deps.database, deps.keys, clientInfo, signIn);
  return session && { signIn: signInOf(deps.keys, account, session, proven.deviceId) };
}

async function toProvenPassword(
  deps: LoginDependencies,
  clientInfo: ClientInfo,
  proof: Proof,
  password: string,
): Promise<ProvenPassword> {
  const { account, device, reset, guardKey } = proof;
  return {
    userId: account.id,
    checkedHash: account.password_hash,
    newHash: await rehash(deps, clientInfo, proof, password),
    guardKey,
    deviceId: (device ?? newDevice(account.id)).deviceId,
    isDeviceKnown: device !== undefined,
    resetId: reset?.id ?? null,
    identityId: null,
  };
}

/** Hashes a temporary password, or upgrades a hash with weaker settings, unless the queue is full. */
async function rehash(
  { hashing }: CredentialsDependencies,
  { ipAddress }: ClientInfo,
  { account, reset }: Proof,
  password: string,
): Promise<string> {
  if (reset) return hashing.hash(readTypeableCode(password), ipAddress);
  if (!hashing.isOutdated(account.password_hash)) return account.password_hash;
  return hashing.hash(password, ipAddress).catch(() => account.password_hash);
}

type Dependencies = CredentialsDependencies & FactorDependencies;

/** Whether the user has neither a password nor a second factor, so that only the provider can confirm who it is. */
export async function needsProvider({ database: { prisma } }: Dependencies, { user }: Caller) {
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
