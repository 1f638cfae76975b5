import { randomUUID } from 'node:crypto';
import { login } from 'contract/accounts/accounts.ts';
import type { SignedIn } from 'contract/accounts/signed-in.ts';
import type request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { createAccountLink, temporaryPassword } from '#auth/links/account-links.ts';
import { createPasswordHashing, type HashSettings } from '#auth/credentials/passwords.ts';
import { createSession } from '#auth/sessions/sessions.ts';
import { newDevice, signDevice } from '#auth/tokens/signed-tokens.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import type { TestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';

/** The default password of `createUser`. */
export const password = 'correct horse battery';

/**
 * The cheapest settings of argon2. With the product's settings, the tests would spend a fifth of their time on hashing.
 */
export const weakHashes: HashSettings = { memoryKib: 1024, passes: 2, lanes: 1 };
const queue = { rateLimitScale: 1, publicUrl: 'https://declassified.example' };
const weakHash = createPasswordHashing(queue, weakHashes).hash(password, '127.0.0.1');

interface UserOptions {
  username?: string;
  email?: string;
  passwordHash?: string;
  isVerified?: boolean;
  is_active?: boolean;
  is_staff?: boolean;
  is_superuser?: boolean;
  is_premium_user?: boolean;
  must_change_password?: boolean;
  pending_email?: string;
}

export interface TestUser {
  id: string;
  username: string;
  email: string;
}

/** Inserts a verified, active user with `password` into the database. */
export async function createUser({ database }: HasDatabase, options: UserOptions = {}): Promise<TestUser> {
  const unique = randomUUID().slice(0, 8);
  const { username = `user-${unique}`, passwordHash, isVerified = true, ...flags } = options;
  const { email = `${username}@example.org` } = options;
  const user = { ...flags, id: uuidv7(), username, email };
  await database.prisma.user.create({
    data: {
      ...user,
      password_hash: passwordHash ?? (await weakHash),
      email_verified_at: isVerified ? new Date() : null,
    },
  });
  return { id: user.id, username, email };
}

/** A valid body of a registration. */
export const registration = (username: string, more: object = {}) => ({
  username,
  email: `${username}@example.org`,
  password,
  confirm_password: password,
  ...more,
});

/** The fields of a password change. */
export const newPassword = (text: string) => ({ new_password: text, confirm_new_password: text });

export const readRow = ({ database }: HasDatabase, { id }: Pick<TestUser, 'id'>) =>
  database.prisma.user.findUniqueOrThrow({ where: { id } });

/** The audit events of a user, the oldest first. */
export const eventsOf = ({ database }: HasDatabase, { id }: Pick<TestUser, 'id'>) =>
  database.prisma.auditEvent.findMany({
    where: { target_id: id },
    include: { details: true },
    orderBy: { id: 'asc' },
  });

export const actionsOf = async (test: HasDatabase, user: Pick<TestUser, 'id'>): Promise<string[]> =>
  (await eventsOf(test, user)).map(({ action }) => action);

export type SignInResponse = SignedIn;

/** Signs in, with the token of a known device if there is one. */
export const tryLogin = (
  test: TestApp,
  username_or_email: string,
  enteredPassword: string,
  device?: string,
): request.Test =>
  callApi(test, login, {
    body: { username_or_email, password: enteredPassword },
    headers: device === undefined ? {} : { 'x-device-token': device },
  });

/** Signs in over HTTP with a bearer token only. */
export async function signIn(
  test: TestApp,
  { username }: Pick<TestUser, 'username'>,
  options: { password?: string; device?: string } = {},
): Promise<SignInResponse> {
  const answer = await tryLogin(test, username, options.password ?? password, options.device).expect(200);
  return answer.body as SignInResponse;
}

/** Creates a user with a session, as a sign-in starts it: a sign-in over HTTP takes three times as long. */
export async function createCaller(
  test: TestApp,
  options: UserOptions = {},
): Promise<{ user: TestUser; access: string; refresh: string; device: string }> {
  const { app, database, dependencies } = test;
  const user = await createUser(test, options);
  const checkedHash = options.passwordHash ?? (await weakHash);
  const { userId, deviceId } = newDevice(user.id);
  const session = await createSession(
    database,
    dependencies.keys,
    { ipAddress: '127.0.0.1', userAgent: '', fromProxy: false },
    {
      userId,
      username: user.username,
      checkedHash,
      newHash: checkedHash,
      deviceId,
      isDeviceKnown: false,
      secondFactor: null,
      formerSessionId: null,
      isWithoutPassword: false,
    },
  );
  if (!session) throw new Error(`${user.username} is disabled.`);
  return {
    user,
    access: app.signAccessToken({ ...session, userId }),
    refresh: session.refreshToken,
    device: signDevice(dependencies.keys, { userId, deviceId }),
  };
}

/** Moves the sign-in of the user into the past. */
export async function ageSignIns({ database }: TestApp, userId: string, seconds: number): Promise<void> {
  await database.pool.query(
    `UPDATE sessions SET created_at = created_at - $2 * interval '1 second',
                         authenticated_at = authenticated_at - $2 * interval '1 second'
     WHERE user_id = $1`,
    [userId, seconds],
  );
}

/** Puts the user into the state after a password reset whose link was followed. */
export async function createTemporaryPassword({ database, dependencies }: TestApp, { id, email }: TestUser) {
  const { accountLink } = database.prisma;
  const purpose = 'reset_password';
  const linkId = await createAccountLink(database.prisma, { userId: id, email, purpose });
  const link = await accountLink.update({ where: { id: linkId }, data: { used_at: new Date() } });
  return temporaryPassword(dependencies.keys, { ...link, purpose });
}

/** Puts the user into the state after a reset: `password` is the user's own again. */
export async function resetPasswordHash({ database }: TestApp, userId: string): Promise<void> {
  await database.prisma.user.update({
    where: { id: userId },
    data: { password_hash: await weakHash, has_password: true },
  });
}
