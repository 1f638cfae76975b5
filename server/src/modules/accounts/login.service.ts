import type { login as loginRoute } from 'contract/accounts/accounts.ts';
import type { RouteParsed } from 'contract/route.ts';
import {
  checkPassword,
  type CredentialsDependencies,
  findAccount,
  type Proof,
} from '#auth/credentials/credentials.ts';
import { newDevice } from '#auth/tokens/signed-tokens.ts';
import { readTypeableCode } from '#auth/tokens/typeable-codes.ts';
import type { ClientInfo } from '#audit/audit.ts';
import type { FactorDependencies } from '#auth/second-factor/try-factor.ts';
import { AppError } from '#errors.ts';
import {
  countLogin,
  type ProvenPassword,
  refuseUnusable,
  type SignIn,
  signInOf,
  startProvenSession,
} from './sign-in.ts';
import { askSecondFactor, type SecondFactorChallenge } from './second-factor-login.service.ts';

type LoginInput = RouteParsed<typeof loginRoute>['body'] & {
  deviceToken: string | undefined;
  /** The caller's session, if it passed a second factor and has just changed the password of this user. */
  findFormerSession: (userId: string) => Promise<string | null>;
};

type LoginOutcome = { signIn: SignIn } | { secondFactor: SecondFactorChallenge };

type LoginDependencies = CredentialsDependencies & FactorDependencies;

/** Only the correct password reveals that an account is unverified or disabled. */
export async function login(
  deps: LoginDependencies,
  clientInfo: ClientInfo,
  input: LoginInput,
): Promise<LoginOutcome> {
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
