import { randomBytes } from 'node:crypto';
import { identityMessages } from 'contract/identities/identities.constants.ts';
import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { type CredentialsDependencies, recordFailure } from '#auth/credentials/credentials.ts';
import { type Account, selectAccountById } from '#auth/credentials/users.queries.ts';
import { consumeChallenge } from '#auth/second-factor/second-factor.queries.ts';
import { readToken } from '#auth/second-factor/tokens.ts';
import type { FactorDependencies } from '#auth/second-factor/try-factor.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { newDevice, readDevice } from '#auth/tokens/signed-tokens.ts';
import { lockSession } from '#domain/accounts/permissions.ts';
import { refuseTaken, takenConflict } from '#domain/accounts/taken-names.ts';
import { recordInvited, refuseUninvited, takeInvitation } from '#domain/invitations/invitations.ts';
import type { MailBudgetDependencies } from '#domain/mail/mail-budget.ts';
import { AppError, errorAtField } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { registrations } from '#platform/observability/counts.ts';
import { deleteAccounts } from './clean-up.service.ts';
import { addIdentity, announceIdentity } from './identities.service.ts';
import { lockUnusedAccount } from './accounts.queries.ts';
import type { OpenIdDependencies } from './openid-flow.service.ts';
import { isRegistrationCode, requestRegistrationCode } from './register.service.ts';
import { askSecondFactor, type SecondFactorChallenge } from './second-factor-login.service.ts';
import { countLogin, refuseUnusable, type SignIn, signInOf, startProvenSession } from './sign-in.ts';

type Dependencies = CredentialsDependencies & FactorDependencies & OpenIdDependencies;

const attemptEnded = () => new AppError('invalid_code', identityMessages.over);

interface CodeInput {
  code: string;
  /** The cookie of an attempt in the browser that presents the code. */
  cookieOf: (attempt: string) => string | undefined;
}

type OpenIdCode = 'openIdCode' | 'openIdIdentity' | 'openIdLink';

/** The content of a code, if the request has the cookie of the same attempt. Throws `invalid_code`. */
async function readCode<Purpose extends OpenIdCode>(
  { database, keys }: OpenIdDependencies,
  purpose: Purpose,
  { code, cookieOf }: CodeInput,
) {
  const content = await readToken(database, keys, purpose, code);
  const cookie = content && cookieOf(content.attempt);
  const presented = cookie && (await readToken(database, keys, 'openIdBrowser', cookie));
  if (!content || !presented || presented.browser !== content.browser) throw attemptEnded();
  return { ...content, invitation: presented.invitation };
}

type SignInInput = CodeInput & { deviceToken: string | undefined };

/** Signs in the user of a known identity. A code works once. */
export async function loginOpenId(
  deps: Dependencies,
  clientInfo: ClientInfo,
  { deviceToken, ...input }: SignInInput,
): Promise<{ attempt: string } & ({ signIn: SignIn } | { secondFactor: SecondFactorChallenge })> {
  return countLogin(async () => {
    const { database } = deps;
    const { attempt, challenge, identityId } = await readCode(deps, 'openIdCode', input);
    const [unused] = await consumeChallenge(database, challenge);
    const identity = unused && (await database.prisma.identity.findUnique({ where: { id: identityId } }));
    if (!identity) throw attemptEnded();
    const signedIn = await signInAs(deps, clientInfo, { userId: identity.user_id, identityId, deviceToken });
    return { attempt, ...signedIn };
  });
}

interface IdentifiedUser {
  userId: string;
  identityId: string;
  deviceToken: string | undefined;
}

/** Continues like a sign-in with the right password, but without the count of wrong passwords. */
async function signInAs(
  deps: Dependencies,
  clientInfo: ClientInfo,
  { userId, identityId, deviceToken }: IdentifiedUser,
) {
  const { database, keys } = deps;
  const presented = readDevice(keys, deviceToken);
  const [account] = await selectAccountById(database, userId, presented?.deviceId ?? null);
  if (!account) throw attemptEnded();
  const { deviceId } = account.is_device_known && presented ? presented : newDevice(account.id);
  const awaitsSecondFactor = account.has_second_factor;
  await refuseUnusable(deps, clientInfo, { account, reset: undefined, awaitsSecondFactor });
  await refuseBeforePassword(deps, clientInfo, account);
  const proven = {
    userId,
    checkedHash: account.password_hash,
    newHash: account.password_hash,
    guardKey: null,
    deviceId,
    isDeviceKnown: account.is_device_known,
    resetId: null,
    identityId,
  };
  if (awaitsSecondFactor) return { secondFactor: await askSecondFactor(deps, proven) };
  const signIn = { account, proven, secondFactor: null };
  const session = await startProvenSession(database, keys, clientInfo, signIn);
  if (!session) throw attemptEnded();
  return { signIn: signInOf(keys, account, session, deviceId) };
}

/** Otherwise an attacker who linked an identity could avoid a password change that staff or a reset demand. */
async function refuseBeforePassword({ database }: Dependencies, clientInfo: ClientInfo, account: Account) {
  if (!account.must_change_password || !account.has_password) return;
  await recordFailure(database, clientInfo, account, { reason: 'password has to be changed' });
  throw new AppError('password_change_required', secondFactorMessages.passwordFirst);
}

type Registration = SignInInput & { username: string; email_code?: string | undefined };

/**
 * Registers and signs in. If the provider has not verified the email address, this sends a code to the address, which a second request
 * presents. Before that nothing is created, and no response depends on whether an account has the address.
 */
export async function registerOpenId(
  deps: Dependencies & MailBudgetDependencies,
  clientInfo: ClientInfo,
  { username, email_code: emailCode, deviceToken, ...input }: Registration,
): Promise<{ attempt: string } & ({ signIn: SignIn } | { secondFactor: object } | { sentTo: string })> {
  const { database, keys, hashing } = deps;
  const {
    isEmailVerified,
    attempt,
    challenge,
    invitation: token,
    ...identity
  } = await readCode(deps, 'openIdIdentity', input);
  await refuseUninvited(deps, token);
  const { email } = identity;
  if (!isEmailVerified) {
    await refuseTaken(database.prisma, { username });
    if (emailCode === undefined) {
      await requestRegistrationCode(deps, clientInfo, { email, challenge });
      return { attempt, sentTo: email };
    }
    if (!isRegistrationCode(keys, { email, challenge }, emailCode)) {
      throw errorAtField('invalid_code', 'email_code', identityMessages.emailCodeWrong);
    }
  }
  // Of a password that nobody knows.
  const passwordHash = await hashing.hash(randomBytes(32).toString('base64'), clientInfo.ipAddress);
  const userId = uuidv7();
  try {
    const identityId = await database.prisma.$transaction(async (tx) => {
      const invitation = token === undefined ? undefined : await takeInvitation(tx, token);
      await removeUnused(tx, email);
      await refuseTaken(tx, { username, email });
      const data = { id: userId, username, email, password_hash: passwordHash, has_password: false };
      await tx.user.create({ data: { ...data, email_verified_at: await readClock(tx) } });
      if (invitation) await recordInvited(tx, invitation, { id: userId, username });
      await recordAccountEvent(tx, clientInfo, {
        action: 'register',
        user: { id: userId, username },
        message: `${username} registered with an identity of ${identity.issuer}.`,
      });
      const id = await addIdentity(tx, clientInfo, { id: userId, username }, identity);
      if (id === null) throw new AppError('conflict', identityMessages.taken);
      return id;
    });
    registrations.inc();
    return { attempt, ...(await signInAs(deps, clientInfo, { userId, identityId, deviceToken })) };
  } catch (error) {
    throw takenConflict(error) ?? error;
  }
}

/** A registration that was never verified does not hold the address against its owner. */
async function removeUnused(tx: Transaction, email: string): Promise<void> {
  const unused = await lockUnusedAccount(tx, email);
  if (unused.length > 0) await deleteAccounts(tx, unused, 'its email address belongs to another person');
}

/**
 * Links an identity to the account of the caller, who came back from the provider in this browser and then signed in to the account.
 * Both must have the same email address. Throws `invalid_code` and `conflict`.
 */
export async function linkPendingIdentity(
  deps: OpenIdDependencies,
  { caller, clientInfo }: Actor,
  input: CodeInput,
): Promise<{ attempt: string }> {
  const { attempt, challenge, ...identity } = await readCode(deps, 'openIdLink', input);
  await deps.database.prisma.$transaction(async (tx) => {
    const user = await lockSession(tx, caller);
    if (user.email.toLowerCase() !== identity.email.toLowerCase()) {
      throw new AppError('conflict', identityMessages.otherAddress);
    }
    if ((await consumeChallenge(tx, challenge)).length === 0) throw attemptEnded();
    const id = await addIdentity(tx, clientInfo, user, identity);
    if (id === null) throw new AppError('conflict', identityMessages.taken);
    await announceIdentity(tx, user, id);
  });
  return { attempt };
}
