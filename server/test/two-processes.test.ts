import { loginLimits, mailBudgets } from 'contract/accounts.constants.ts';
import { storageLimits } from 'contract/files.constants.ts';
import { describe, expect, it } from 'vitest';
import { createCaller, createUser, password, signIn, type TestUser } from '#test/factories.ts';
import { createHopeful } from '#test/friends.ts';
import { giveImage } from '#test/images.ts';
import { type Call, countStatuses, spread, useTwoServers } from '#test/two-servers.ts';

const two = useTwoServers({ RATE_LIMIT_SCALE: '1000' });
const { test, here, there, both } = two;

type Session = Awaited<ReturnType<typeof createCaller>>;

const readSelf = (at: Call, { user, access }: { user: TestUser; access: string }) =>
  at('getUser', { id: user.id, access });
const refresh = (at: Call, { refresh: token }: { refresh: string }) =>
  at('refreshAccessToken', { body: { refresh: token } });
const tryLogin = (at: Call, { username }: { username: string }, given: string, device?: string) =>
  at('login', {
    body: { username_or_email: username, password: given },
    headers: device === undefined ? {} : { 'x-device-token': device },
  });

async function staffCall(call: (access: string) => PromiseLike<unknown>): Promise<void> {
  const { access } = await createCaller(test, { is_staff: true });
  await call(access);
}

const cookiesOf = (headers: Record<string, unknown>) =>
  ((headers['set-cookie'] ?? []) as string[]).map((line) => line.split(';')[0] ?? '');
const csrfTokenIn = (cookies: string[]) =>
  cookies.find((pair) => pair.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';

/** The other server, which knew the session, admits neither of its tokens any more. */
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
    // Not rotated: the token of the sign-in works at both, again and again.
    for (const at of [here, there, here]) await refresh(at, session).expect(200);
    await there('logout', { body: { refresh_token: session.refresh } }).expect(204);
    await readSelf(here, session).expect(401);
    await refresh(here, session).expect(401);
  });

  const newPassword = {
    new_password: 'a newer horse battery',
    confirm_new_password: 'a newer horse battery',
  };
  const ends: [string, (session: Session) => PromiseLike<unknown>][] = [
    ['a sign-out', (session) => here('logout', { body: { refresh_token: session.refresh } }).expect(204)],
    [
      'its end from another session',
      async ({ user, access }) => {
        const { data } = (await here('listSessions', { access }).expect(200)).body;
        const id = (data as { id: string; current: boolean }[]).find(({ current }) => current)?.id ?? '';
        await here('deleteSession', { id, access: (await signIn(test, user)).access }).expect(204);
      },
    ],
    [
      'a password change',
      async ({ user }) => {
        const { access } = await signIn(test, user);
        await here('updateUser', { id: user.id, access, body: newPassword }).expect(200);
      },
    ],
    [
      'a password that staff set',
      ({ user: { id } }) =>
        staffCall((access) => here('adminUpdateUser', { id, access, body: newPassword }).expect(200)),
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
  it.each(ends)('is over at the other server at once with %s', async (_what, end) => {
    const session = await createCaller(test);
    await readSelf(there, session).expect(200);
    await end(session);
    await expectOver(session);
  });

  it('whose sign-out at one server raced with refreshes at both leaves no token that either accepts', async () => {
    const user = await createUser(test);
    for (let round = 0; round < 20; round++) {
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

  it('by cookie begins with a csrftoken of the other server and may write there', async () => {
    const { username } = await createUser(test);
    const guest = cookiesOf((await there('getHealth').expect(200)).headers);
    const signedIn = await here('login', {
      body: { username_or_email: username, password },
      headers: { cookie: guest.join('; '), 'x-csrftoken': csrfTokenIn(guest) },
    }).expect(200);
    const cookies = cookiesOf(signedIn.headers);
    expect(cookies).toHaveLength(3);
    const cookie = cookies.join('; ');
    await there('logout', { headers: { cookie, 'x-csrftoken': csrfTokenIn(guest) } }).expect(403);
    await there('logout', { headers: { cookie, 'x-csrftoken': csrfTokenIn(cookies) } }).expect(204);
    await refresh(here, signedIn.body as { refresh: string }).expect(401);
  });
});

describe('the login lock', { timeout: 60_000 }, () => {
  it('lets five of forty guesses through that come at once at both servers', async () => {
    const user = await createUser(test);
    const answers = await spread(two, 40, (at, index) => tryLogin(at, user, `wrong ${index}`));
    expect(countStatuses(answers)).toEqual({ 400: loginLimits.freeTries, 429: 40 - loginLimits.freeTries });
    const guard = await test.database.prisma.loginGuard.findFirst({ where: { user_id: user.id } });
    expect(guard?.attempts).toBe(loginLimits.freeTries);
    for (const at of both) await tryLogin(at, user, password).expect(429);
  });

  it('lets an owner in who signs in many times at once at both', async () => {
    const user = await createUser(test);
    const answers = await spread(two, 16, (at) => tryLogin(at, user, password));
    // On a machine under load some find no turn to hash, or wait too long for the verdicts on others.
    const { 503: busy = 0, 429: late = 0, ...decided } = countStatuses(answers);
    expect(decided).toEqual({ 200: 16 - busy - late });
    expect(decided[200]).toBeGreaterThan(loginLimits.freeTries);
  });

  it('of an unknown name is the same at both', async () => {
    const answers = await spread(two, 20, (at) => tryLogin(at, { username: 'no.body' }, 'wrong'));
    expect(countStatuses(answers)).toEqual({ 400: loginLimits.freeTries, 429: 20 - loginLimits.freeTries });
  });

  it('lets the owner in at one server from a device that the other knows', async () => {
    const { user, device } = await createCaller(test);
    await spread(two, 10, (at) => tryLogin(at, user, 'wrong'));
    await tryLogin(there, user, password).expect(429);
    await tryLogin(there, user, password, device).expect(200);
  });
});

describe('both servers at once', { timeout: 60_000 }, () => {
  it('register a name once', async () => {
    const answers = await spread(two, 12, (at, index) =>
      at('registerUser', {
        body: {
          username: index < 6 ? 'Twice' : 'tWICE',
          email: `twice-${index}@example.org`,
          password,
          confirm_password: password,
        },
      }),
    );
    // On a machine under load some find no turn to hash.
    const { 503: busy = 0, ...decided } = countStatuses(answers);
    expect(decided).toEqual({ 201: 1, 409: 11 - busy });
  });

  it('send an address no more mail than its budget', async () => {
    const { mailBudgetUse } = test.database.prisma;
    const usedBefore = await mailBudgetUse.count();
    const { username, email } = await createUser(test, { isVerified: false });
    for (let round = 0; round < 2 * mailBudgets.confirmation.perHour; round++) {
      await spread(two, 2, (at) =>
        at('resendVerificationEmail', { body: { username, password, new_email: email } }).expect(200),
      );
    }
    // Each counts for the recipient and for the network.
    expect((await mailBudgetUse.count()) - usedBefore).toBe(2 * mailBudgets.confirmation.perHour);
  });

  it('make one friendship of opposite friend requests', async () => {
    for (let round = 0; round < 10; round++) {
      const [ada, bo] = [await createCaller(test), await createCaller(test)];
      const answers = await Promise.all([
        here('sendFriendRequest', { id: bo.user.id, access: ada.access }),
        there('sendFriendRequest', { id: ada.user.id, access: bo.access }),
      ]);
      expect(countStatuses(answers)).toEqual({ 200: 1, 201: 1 });
      const lists = await here('listFriendRequests', { access: ada.access }).expect(200);
      expect(lists.body.friends).toHaveLength(1);
    }
  });

  it('give no more records than the storage limit has room for', async () => {
    const room = 8;
    const { hopeful, toAsk } = await createHopeful(test, room);
    const answers = await spread(two, toAsk.length, (at, index) =>
      at('sendFriendRequest', { id: toAsk[index] ?? '', access: hopeful.access }),
    );
    expect(countStatuses(answers)).toEqual({ 201: room, 403: room });
    const { prisma } = test.database;
    const sent = await prisma.friendRequest.count({ where: { from_user_id: hopeful.user.id } });
    expect(sent).toBe(storageLimits.records);
  });
});

it('a signed file address that one server makes is served by the other', async () => {
  const { user, access } = await createCaller(test);
  const path = await giveImage(test, user.id);
  for (const [maker, other] of [
    [here, there],
    [there, here],
  ] as const) {
    const { url } = (await maker('getSignedUrl', { id: path, access }).expect(200)).body as { url: string };
    const { pathname, search } = new URL(url);
    const image = await other('getStoredFile', { id: `${pathname.split('/files/')[1]}${search}` }).expect(
      200,
    );
    expect(image.body.subarray(8, 12).toString()).toBe('WEBP');
  }
});
