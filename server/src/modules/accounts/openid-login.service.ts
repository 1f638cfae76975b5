import { randomBytes } from 'node:crypto';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { identityMessages } from 'contract/identities/identities.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { type CredentialsDependencies, lockedError } from '#auth/credentials/credentials.ts';
import { deviceGuard, identifierGuard, tryPassword } from '#auth/credentials/login-guards.ts';
import { type Account, selectAccountById } from '#auth/credentials/users.queries.ts';
import { consumeChallenge } from '#auth/second-factor/second-factor.queries.ts';
import { readToken } from '#auth/second-factor/tokens.ts';
import type { FactorDependencies } from '#auth/second-factor/try-factor.ts';
import { newDevice, readDevice } from '#auth/tokens/signed-tokens.ts';
import { refuseTaken, takenConflict } from '#domain/accounts/taken-names.ts';
import type { MailBudgetDependencies } from '#domain/mail/mail-budget.ts';
import { AppError } from '#errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import { registrations } from '#platform/observability/counts.ts';
import { deleteAccounts } from './clean-up.service.ts';
import { addIdentity, announceIdentity } from './identities.service.ts';
import { lockUnusedAccount } from './identities.queries.ts';
import type { OpenIdDependencies } from './openid-flow.service.ts';
import { sendVerificationLink } from './register.service.ts';
import { askSecondFactor, type SecondFactorChallenge } from './second-factor-login.service.ts';
import { countLogin, refuseUnusable, type SignIn, signInOf, startProvenSession } from './sign-in.ts';

type Dependencies = CredentialsDependencies & FactorDependencies & OpenIdDependencies;

const over = () => new AppError('invalid_code', identityMessages.over);

interface CodeInput {
  code: string;
  /** The cookie of the browser that came back from the provider. */
  browser: string | undefined;
  deviceToken: string | undefined;
}

/** The challenge of a code is used up by the first request that presents it. */
export async function loginOpenId(
  deps: Dependencies,
  clientInfo: ClientInfo,
  { code, browser, deviceToken }: CodeInput,
): Promise<{ signIn: SignIn } | { secondFactor: SecondFactorChallenge }> {
  return countLogin(async () => {
    const { database, keys } = deps;
    const proof = await readToken(database, keys, 'openIdCode', code);
    if (!proof || !(await isSameBrowser(deps, browser, proof.browser))) throw over();
    const [unused] = await consumeChallenge(database, proof.challenge);
    const identity =
      unused && (await database.prisma.identity.findUnique({ where: { id: proof.identityId } }));
    const [account] = identity ? await accountOf(deps, identity.user_id, deviceToken) : [];
    if (!account) throw over();
    return signInAs(deps, clientInfo, account, deviceToken);
  });
}

async function isSameBrowser(
  { database, keys }: Dependencies,
  cookie: string | undefined,
  browser: string,
): Promise<boolean> {
  const presented =
    cookie === undefined ? undefined : await readToken(database, keys, 'openIdBrowser', cookie);
  return presented?.browser === browser;
}

const accountOf = ({ database, keys }: Dependencies, userId: string, deviceToken: string | undefined) =>
  selectAccountById(database, userId, readDevice(keys, deviceToken)?.deviceId ?? null);

/** What follows is the same as after the right password. */
async function signInAs(
  deps: Dependencies,
  clientInfo: ClientInfo,
  account: Account,
  deviceToken: string | undefined,
) {
  const { database, keys } = deps;
  const presented = readDevice(keys, deviceToken);
  const { deviceId } = account.is_device_known && presented ? presented : newDevice(account.id);
  await refuseLocked(deps, clientInfo, account, account.is_device_known ? deviceId : null);
  const awaitsSecondFactor = account.has_second_factor;
  await refuseUnusable(deps, clientInfo, { account, reset: undefined, awaitsSecondFactor });
  const proven = {
    userId: account.id,
    checkedHash: account.password_hash,
    newHash: account.password_hash,
    guardKey: null,
    deviceId,
    isDeviceKnown: account.is_device_known,
    resetId: null,
  };
  if (awaitsSecondFactor) return { secondFactor: await askSecondFactor(deps, proven) };
  const session = await startProvenSession(database, keys, clientInfo, {
    account,
    proven,
    secondFactor: null,
  });
  if (!session) throw over();
  return { signIn: signInOf(keys, account, session, deviceId) };
}

/** A lock holds for every way to sign in. The attempt is not counted. */
async function refuseLocked(
  deps: Dependencies,
  clientInfo: ClientInfo,
  account: Account,
  deviceId: string | null,
): Promise<void> {
  const guard =
    deviceId === null
      ? identifierGuard(deps.keys, account.username, account.id)
      : deviceGuard({ userId: account.id, deviceId });
  const verdict = await tryPassword(deps, guard, () => Promise.resolve(true), { keepsCount: true });
  if (verdict !== 'right' && 'refusedForSeconds' in verdict) {
    throw await lockedError(deps.database, clientInfo, {
      account,
      guard,
      seconds: verdict.refusedForSeconds,
    });
  }
}

interface Registration extends CodeInput {
  username: string;
}

/** Signs the user in if the provider has verified the email address. */
export async function registerOpenId(
  deps: Dependencies & MailBudgetDependencies,
  clientInfo: ClientInfo,
  { code, browser, deviceToken, username }: Registration,
) {
  const { database, keys, settings, hashing } = deps;
  if (!settings.current().registration_open) throw new AppError('registration_closed');
  const identity = await readToken(database, keys, 'openIdIdentity', code);
  if (!identity || !(await isSameBrowser(deps, browser, identity.browser))) throw over();
  const { email, isEmailVerified } = identity;
  if (email === null) throw over();
  // Of a password that nobody knows.
  const passwordHash = await hashing.hash(randomBytes(32).toString('base64'), clientInfo.ipAddress);
  const id = uuidv7();
  try {
    await database.prisma.$transaction(async (tx) => {
      if (isEmailVerified) await removeUnused(tx, email);
      await refuseTaken(tx, { username, email });
      await tx.user.create({
        data: {
          id,
          username,
          email,
          password_hash: passwordHash,
          has_password: false,
          ...(isEmailVerified && { email_verified_at: new Date() }),
        },
      });
      await recordAccountEvent(tx, clientInfo, {
        action: 'register',
        user: { id, username },
        message: `${username} registered with an identity of ${identity.issuer}.`,
      });
      if (!(await addIdentity(tx, clientInfo, { id, username, email }, identity))) {
        throw new AppError('conflict', identityMessages.taken);
      }
      if (!isEmailVerified) await sendVerificationLink(tx, deps, clientInfo, { id, email });
    });
  } catch (error) {
    throw takenConflict(error) ?? error;
  }
  registrations.inc();
  if (!isEmailVerified) return { msg: accountMessages.registrationSuccessful, username, email };
  const [account] = await accountOf(deps, id, deviceToken);
  if (!account) throw over();
  return signInAs(deps, clientInfo, account, deviceToken);
}

/** A registration that was never verified does not hold the address against a provider that has verified it. */
async function removeUnused(tx: Transaction, email: string): Promise<void> {
  const unused = await lockUnusedAccount(tx, email);
  if (unused.length > 0) await deleteAccounts(tx, unused, 'its email address belongs to another person');
}

/** Links the identity that led to this sign-in, if the account has its email address. The sign-in is the proof. */
export async function linkPending(
  { database, keys }: OpenIdDependencies,
  clientInfo: ClientInfo,
  { user }: SignIn,
  pending: string,
): Promise<void> {
  const identity = await readToken(database, keys, 'openIdIdentity', pending);
  if (!identity || identity.email?.toLowerCase() !== user.email.toLowerCase()) return;
  await database.prisma.$transaction(async (tx) => {
    if (await addIdentity(tx, clientInfo, user, identity)) await announceIdentity(tx, user);
  });
}
