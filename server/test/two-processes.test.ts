import { loginLimits } from 'contract/accounts/accounts.constants.ts';
import { storageLimits } from 'contract/files/files.constants.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { signInByCookie } from '#test/cookies.ts';
import { createCaller, createUser, newPassword, password, signIn, type TestUser } from '#test/factories.ts';
import { createSender } from '#test/friends.ts';
import { type Call, countStatuses, spread, useTwoServers } from '#test/two-servers.ts';

const two = useTwoServers({ RATE_LIMIT_SCALE: '1000' });
const { test, here, there, both } = two;

type Session = Awaited<ReturnType<typeof createCaller>>;

const readSelf = (at: Call, { user, access }: { user: TestUser; access: string }) =>
  at('getUser', { id: user.id, access });
const refresh = (at: Call, { refresh: token }: { refresh: string }) =>
  at('refreshAccessToken', { body: { refresh: token } });
const tryLogin = (at: Call, { username }: { username: string }, enteredPassword: string, device?: string) =>
  at('login', {
    body: { username_or_email: username, password: enteredPassword },
    headers: device === undefined ? {} : { 'x-device-token': device },
  });

async function staffCall(call: (access: string) => PromiseLike<unknown>): Promise<void> {
  const { access } = await createCaller(test, { is_staff: true });
  await call(access);
}

/** Expects that the other server, which knew the session, refuses both of its tokens. */
async function expectOver(session: Session): Promise<void> {
  await readSelf(there, session).expect(401);
  await refresh(there, session).expect(401);
}

describe('a session', { timeout: 60_000 }, () => {
  it('that begins at one server is served, refreshed and ended by the other', async () => {
    const session = await createCaller(test);
    await readSelf(there, session).expect(200);
    const { body } = await refresh(there, session).expect(200);
    await readSelf(here, { ...session, access: body.access as string }).expect(200);
    // The refresh token is not rotated, so that of the sign-in works repeatedly at both.
    for (const at of [here, there, here]) await refresh(at, session).expect(200);
    await there('logout', { body: { refresh_token: session.refresh } }).expect(204);
    await readSelf(here, session).expect(401);
    await refresh(here, session).expect(401);
  });

  const ends: [string, (session: Session) => PromiseLike<unknown>][] = [
    [
      'a password change',
      async ({ user }) => {
        const { access } = await signIn(test, user);
        await here('updateUser', { id: user.id, access, body: newPassword('a newer horse battery') }).expect(
          200,
        );
      },
    ],
    [
      'deactivation',
      ({ user: { id } }) =>
        staffCall((access) =>
          here('adminUpdateUser', { id, access, body: { is_active: false } }).expect(200),
        ),
    ],
    ['deletion', ({ user: { id } }) => staffCall((access) => here('deleteUser', { id, access }).expect(204))],
  ];
  it.each(ends)('ends at the other server at once with %s', async (_what, end) => {
    const session = await createCaller(test);
    await readSelf(there, session).expect(200);
    await end(session);
    await expectOver(session);
  });

  it('has no token that either server accepts after a sign-out that raced with refreshes at both', async () => {
    const user = await createUser(test);
    for (let round = 0; round < 8; round++) {
      const session = await signIn(test, user);
      const racing = [...both, ...both].map((at) => refresh(at, session));
      const [signOut, ...answers] = await Promise.all([
        both[round % 2]!('logout', { body: { refresh_token: session.refresh } }),
        ...racing,
      ]);
      expect(signOut.status).toBe(204);
      const tokens = answers.flatMap(({ status, body }) => (status === 200 ? [body.access as string] : []));
      expect(countStatuses(answers)).toEqual({
        ...(tokens.length > 0 && { 200: tokens.length }),
        ...(tokens.length < answers.length && { 401: answers.length - tokens.length }),
      });
      for (const at of both) {
        await refresh(at, session).expect(401);
        for (const access of [session.access, ...tokens]) await readSelf(at, { user, access }).expect(401);
      }
    }
  });

  it('by cookie may begin with a csrftoken of the other server and may write there', async () => {
    const { username } = await createUser(test);
    const agents = [request(test.app.server), request(two.origin())] as const;
    const { headers, guest, body } = await signInByCookie(agents[0], { username }, agents[1]);
    await there('logout', { headers: { ...headers, 'x-csrftoken': guest['x-csrftoken'] } }).expect(403);
    await there('logout', { headers }).expect(204);
    await refresh(here, body).expect(401);
  });
});

describe('the login lock', { timeout: 60_000 }, () => {
  it('lets 5 of 40 simultaneous guesses at both servers through', async () => {
    const user = await createUser(test);
    const answers = await spread(two, 40, (at, index) => tryLogin(at, user, `wrong ${index}`));
    expect(countStatuses(answers)).toEqual({ 400: loginLimits.freeTries, 429: 40 - loginLimits.freeTries });
    const guard = await test.database.prisma.loginGuard.findFirst({ where: { user_id: user.id } });
    expect(guard?.attempts).toBe(loginLimits.freeTries);
    for (const at of both) await tryLogin(at, user, password).expect(429);
  });
});

describe('both servers at once', { timeout: 60_000 }, () => {
  it('store no more records than the storage limit allows', async () => {
    const room = 8;
    const { sender, recipients } = await createSender(test, room);
    const answers = await spread(two, recipients.length, (at, index) =>
      at('sendFriendRequest', { id: recipients[index] ?? '', access: sender.access }),
    );
    expect(countStatuses(answers)).toEqual({ 201: room, 403: room });
    const { prisma } = test.database;
    const sent = await prisma.friendRequest.count({ where: { from_user_id: sender.user.id } });
    expect(sent).toBe(storageLimits.records);
  });
});
