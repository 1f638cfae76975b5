import type {
  loginPasskey as loginPasskeyRoute,
  loginSecondFactor as loginSecondFactorRoute,
} from 'contract/accounts/accounts.ts';
import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import type { RouteParsed } from 'contract/route.ts';
import type { SecondFactorNeeded } from 'contract/accounts/signed-in.ts';
import type { ClientInfo } from '#audit/audit.ts';
import { type CredentialsDependencies, recordFailure } from '#auth/credentials/credentials.ts';
import { countRecoveryCodes, findMethods } from '#auth/second-factor/factors.ts';
import { newChallenge, requestOptions } from '#auth/second-factor/passkeys.ts';
import { makeToken, readToken } from '#auth/second-factor/tokens.ts';
import {
  invalidCode,
  signInCount,
  signInExpired,
  tryFactor,
  type FactorDependencies,
} from '#auth/second-factor/try-factor.ts';
import { createSession } from '#auth/sessions/sessions.ts';
import { newDevice, readDevice } from '#auth/tokens/signed-tokens.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { type Account, lockUsers, selectAccountById } from '#auth/credentials/users.queries.ts';
import { AppError, notFound } from '#errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import {
  completeSignIn,
  type ProvenPassword,
  refuseUnusable,
  type SignIn,
  signInOf,
  countLogin,
} from './sign-in.ts';

export type SecondFactorChallenge = SecondFactorNeeded['second_factor'];

type Dependencies = CredentialsDependencies & FactorDependencies;

/** Stateless: the token contains the state of the sign-in. */
export async function askSecondFactor(
  { database, keys, relyingParty }: Dependencies,
  proven: ProvenPassword,
): Promise<SecondFactorChallenge> {
  const challenge = newChallenge();
  const { methods, passkeys } = await findMethods(database, proven.userId);
  const isPasskeyOffered = relyingParty !== null && methods.includes('passkey');
  return {
    token: await makeToken(database, keys, 'login', { ...proven, challenge }),
    methods: isPasskeyOffered ? methods : methods.filter((method) => method !== 'passkey'),
    passkey_options: isPasskeyOffered
      ? await requestOptions(
          relyingParty,
          challenge,
          passkeys.map(({ credential_id, transports }) => ({ id: credential_id ?? '', transports })),
        )
      : null,
  };
}

export type SecondFactorInput = RouteParsed<typeof loginSecondFactorRoute>['body'];

/** A password change or a deactivation invalidates the token. */
export async function loginSecondFactor(
  deps: Dependencies,
  clientInfo: ClientInfo,
  { token, ...factor }: SecondFactorInput,
): Promise<SignIn> {
  return countLogin(async () => {
    const { database, keys } = deps;
    const proven = await readToken(database, keys, 'login', token);
    const [account] = proven ? await selectAccountById(database, proven.userId, proven.deviceId) : [];
    if (!proven || !account?.is_active || account.password_hash !== proven.checkedHash) throw signInExpired();
    const presented = { ...factor, challenge: proven.challenge };
    const session = await tryFactor(
      deps,
      clientInfo,
      {
        account,
        count: signInCount(account.id, account.is_device_known ? proven.deviceId : null),
        presented,
      },
      async (tx) => {
        const [user] = await lockUsers(tx, account.id);
        if (!user?.is_active || user.password_hash !== proven.checkedHash) throw signInExpired();
        if (account.suspended_until) return null;
        const signIn = { account, proven, secondFactor: factor.method };
        const started = await completeSignIn(tx, keys, clientInfo, signIn);
        if (!started) throw signInExpired();
        if (factor.method === 'recovery_code') await mailUsedRecoveryCode(tx, account);
        return started;
      },
    );
    await refuseUnusable(deps, clientInfo, { account, reset: proven.resetId === null ? undefined : {} });
    if (!session) throw signInExpired();
    return signInOf(keys, account, session, proven.deviceId);
  });
}

/** Informs the owner, because someone else may have the codes, and one code is used up. */
export async function mailUsedRecoveryCode(tx: Transaction, { id, email }: Account): Promise<void> {
  const codesLeft = await countRecoveryCodes(tx, id);
  await enqueueSecurityMail(tx, 'recovery-code-used', email, String(codesLeft));
}

export async function getPasskeyLoginOptions({ database, keys, relyingParty }: Dependencies) {
  if (!relyingParty) throw notFound();
  const challenge = newChallenge();
  return {
    token: await makeToken(database, keys, 'passkey', { challenge }),
    options: await requestOptions(relyingParty, challenge),
  };
}

type PasskeyInput = RouteParsed<typeof loginPasskeyRoute>['body'] & { deviceToken: string | undefined };

/** A passkey counts as both factors. Only a correct credential reveals that an account is unverified or disabled. */
export async function loginPasskey(
  deps: Dependencies,
  clientInfo: ClientInfo,
  { token, credential, deviceToken }: PasskeyInput,
): Promise<SignIn> {
  return countLogin(async () => {
    const { database, keys, relyingParty } = deps;
    if (!relyingParty) throw notFound();
    const passkeyChallenge = await readToken(database, keys, 'passkey', token);
    if (!passkeyChallenge) throw signInExpired();
    const passkey = await database.prisma.secondFactor.findUnique({
      where: { credential_id: credential.id },
    });
    const presented = readDevice(keys, deviceToken);
    const [account] = passkey
      ? await selectAccountById(database, passkey.user_id, presented?.deviceId ?? null)
      : [];
    if (!account) throw invalidCode();
    const { deviceId } = account.is_device_known && presented ? presented : newDevice(account.id);
    const { id: userId, username, password_hash: hash } = account;
    const passed = await tryFactor(
      deps,
      clientInfo,
      {
        account,
        count: signInCount(userId, null),
        presented: { method: 'passkey', credential, challenge: passkeyChallenge.challenge },
      },
      async (tx) => {
        const [user] = await lockUsers(tx, userId);
        // An attacker who added the passkey would bypass the password that the owner must change.
        if (user?.must_change_password && user.has_password)
          return { mustChangePassword: true, session: null };
        if (!user?.is_active || !user.email_verified_at) return { mustChangePassword: false, session: null };
        const session = await createSession(tx, keys, clientInfo, {
          userId,
          username,
          checkedHash: hash,
          newHash: hash,
          deviceId,
          isDeviceKnown: account.is_device_known,
          secondFactor: 'passkey',
          formerSessionId: null,
          isWithoutPassword: true,
        });
        return { mustChangePassword: false, session };
      },
    );
    await refuseUnusable(deps, clientInfo, { account });
    if (passed.mustChangePassword) {
      await recordFailure(database, clientInfo, account, { reason: 'password has to be changed' });
      throw new AppError('password_change_required', secondFactorMessages.passwordFirst);
    }
    const { session } = passed;
    if (!session) throw signInExpired();
    return signInOf(keys, account, session, deviceId);
  });
}
