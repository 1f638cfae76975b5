import { getPasskeyLoginOptions, login, loginPasskey } from 'contract/accounts/accounts.ts';
import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { adminUpdateUser, getUser, listSessions, unlockUser, updateUser } from 'contract/users/users.ts';
import type { Test } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { seal } from '#auth/keys/sealing.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  createCaller,
  createTemporaryPassword,
  newPassword,
  password,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';
import { queuedJobs } from '#test/jobs.ts';
import {
  addTestPasskey,
  requestSecondFactor,
  createEnrolledUser,
  post,
  answerSecondFactor,
} from '#test/second-factors.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let superuser: string;
beforeAll(async () => {
  ({ access: superuser } = await createCaller(test, { is_superuser: true }));
});

const totp = (code: string) => ({ method: 'totp', code });
const recovery = (code: string) => ({ method: 'recovery_code', code });

/** Everything that a sign-in writes. */
async function written({ id }: TestUser) {
  const { prisma } = test.database;
  const ofUser = { where: { user_id: id } };
  return {
    user: await prisma.user.findUniqueOrThrow({ where: { id } }),
    sessions: await prisma.session.count(ofUser),
    records: await prisma.ipRecord.count(ofUser),
    events: await prisma.auditEvent.count({ where: { target_id: id } }),
    attempts: (await prisma.loginGuard.findMany(ofUser)).map(({ attempts }) => attempts),
  };
}

async function expectRefused(answer: Test): Promise<void> {
  const { body } = await answer.expect(400);
  expect(body.code).toBe('invalid_code');
}

describe('the correct password of a user with a second factor', () => {
  it('requires it and writes nothing; the code then signs in', async () => {
    const { user, codeAt } = await createEnrolledUser(test);
    const before = await written(user);
    const asked = await requestSecondFactor(test, user);
    expect(asked).toMatchObject({ methods: ['totp', 'recovery_code'], passkey_options: null });
    expect({ ...(await written(user)), attempts: [] }).toEqual({ ...before, attempts: [] });
    const typed = codeAt(1).replace(/(...)/, ' $1 ');
    const { body } = await answerSecondFactor(test, asked.token, totp(typed)).expect(200);
    expect(body).toMatchObject({ msg: `Welcome back ${user.username}`, user: { id: user.id } });
    await callApi(test, listSessions, { access: body.access }).expect(200);
  });

  it('changes no count: only the complete sign-in clears it', async () => {
    const { user, freshCode } = await createEnrolledUser(test);
    const guess = () => tryLogin(test, user.username, 'wrong');
    for (let tries = 0; tries < 3; tries++) await guess().expect(400);
    const { token } = await requestSecondFactor(test, user);
    await expectRefused(answerSecondFactor(test, token, totp('000000')));
    const counts = async () => (await written(user)).attempts.toSorted((a, b) => a - b);
    expect(await counts()).toEqual([1, 3]);
    await answerSecondFactor(test, token, totp(await freshCode())).expect(200);
    expect(await counts()).toEqual([]);
  });

  it('redeems a temporary password only with the second factor', async () => {
    const { user, freshCode } = await createEnrolledUser(test);
    const { token } = await requestSecondFactor(test, user, await createTemporaryPassword(test, user));
    const ofReset = { user_id: user.id, purpose: 'reset_password' };
    const redeemedAt = async () =>
      (await test.database.prisma.accountLink.findFirstOrThrow({ where: ofReset })).redeemed_at;
    expect(await redeemedAt()).toBeNull();
    await expectRefused(answerSecondFactor(test, token, totp('000000')));
    expect(await redeemedAt()).toBeNull();
    await answerSecondFactor(test, token, totp(await freshCode())).expect(200);
    expect(await redeemedAt()).not.toBeNull();
  });

  it('is not required again at the sign-in that follows a password change in the same session', async () => {
    const { user, access } = await createEnrolledUser(test);
    const other = await createEnrolledUser(test);
    const newest = 'a newer horse battery';
    await callApi(test, updateUser, { id: user.id, access, body: newPassword(newest) }).expect(200);
    const again = (bearer?: string) =>
      post(test, login.url, bearer).send({ username_or_email: user.username, password: newest });
    expect((await again().expect(200)).body).toHaveProperty('second_factor');
    expect((await again(other.access).expect(200)).body).toHaveProperty('second_factor');
    expect((await again(access).expect(200)).body).toHaveProperty('refresh');
    await test.database.pool.query('UPDATE sessions SET read_only_until = now() WHERE user_id = $1', [
      user.id,
    ]);
    expect((await again(access).expect(200)).body).toHaveProperty('second_factor');
  });
});

describe('the token of a sign-in in progress', () => {
  it('ends with a change of the password, a deactivation and after 5 minutes', async () => {
    const { user, access, freshCode } = await createEnrolledUser(test);
    const asStaff = (body: object) =>
      callApi(test, adminUpdateUser, { id: user.id, access: superuser, body }).expect(200);
    const expectOver = async (token: string) => {
      const { body } = await answerSecondFactor(test, token, totp(await freshCode())).expect(400);
      expect(body).toMatchObject({ code: 'invalid_code', details: { token: [expect.any(String)] } });
    };
    const { token } = await requestSecondFactor(test, user);
    await asStaff({ is_active: false });
    await expectOver(token);
    await asStaff({ is_active: true });
    await asStaff(newPassword('a newer horse battery'));
    await expectOver(token);

    const old = JSON.stringify({ expiresAtMs: Date.now() - 1, content: {} });
    await expectOver(
      seal(test.dependencies.keys.secondFactorToken, Buffer.from(old), 'login').toString('base64url'),
    );
    await expectOver('bm8gdG9rZW4');
    const { body: passkeyRequest } = await post(test, getPasskeyLoginOptions.url).expect(200);
    await expectOver(passkeyRequest.token as string);
    await callApi(test, getUser, { id: user.id, access: token }).expect(401);
    expect(access).not.toBe(token);
  });
});

describe('a code', () => {
  it('is refused if it was used, is older than a used one, belongs to another user or is too far off', async () => {
    const { user, codeAt } = await createEnrolledUser(test);
    const other = await createEnrolledUser(test);
    const { token } = await requestSecondFactor(test, user);
    await answerSecondFactor(test, token, totp(codeAt(1))).expect(200);
    for (const code of [codeAt(1), codeAt(0), other.codeAt(1)]) {
      await expectRefused(answerSecondFactor(test, token, totp(code)));
    }
    await test.database.pool.query('DELETE FROM login_guards WHERE user_id = $1', [user.id]);
    for (const code of [codeAt(2), codeAt(-2), '', 'abcdef', '12345678901234567890']) {
      const { status } = await answerSecondFactor(test, token, totp(code));
      expect(status).toBe(400);
    }
    const { body } = await answerSecondFactor(test, token, { method: 'totp' }).expect(400);
    expect(body.details).toEqual({ code: ['Required.'] });
  });

  it('for recovery works once, in any letter case and spacing, only for its owner, and is reported by email', async () => {
    const { user, recoveryCodes } = await createEnrolledUser(test);
    const other = await createEnrolledUser(test);
    expect(new Set(recoveryCodes).size).toBe(secondFactorLimits.recoveryCodes);
    const { token } = await requestSecondFactor(test, user);
    const [first = '', second = ''] = recoveryCodes;
    await answerSecondFactor(test, token, recovery(first)).expect(200);
    await expectRefused(answerSecondFactor(test, token, recovery(first)));
    await expectRefused(answerSecondFactor(test, token, recovery(other.recoveryCodes[0] ?? '')));
    await answerSecondFactor(test, token, recovery(` ${second.toUpperCase().replaceAll('-', ' ')}`)).expect(
      200,
    );
    const mails = (await queuedJobs(test.database)).map(({ payload }) => payload);
    const used = mails.filter(({ kind, to }) => kind === 'recovery-code-used' && to === user.email);
    expect(used.map(({ about }) => about)).toEqual(['9', '8']);
  });

  it.each([
    ['of a TOTP generator', async ({ freshCode }: EnrolledUser) => totp(await freshCode())],
    ['for recovery', async ({ recoveryCodes }: EnrolledUser) => recovery(recoveryCodes[0] ?? '')],
  ])('%s presented 60 times at once signs in once', async (_, shownBy) => {
    const enrolled = await createEnrolledUser(test);
    const { token } = await requestSecondFactor(test, enrolled.user);
    const presented = await shownBy(enrolled);
    const answers = await Promise.all(
      Array.from({ length: 60 }, async () => (await answerSecondFactor(test, token, presented)).status),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([200, 400, 429]));
  });
});

type EnrolledUser = Awaited<ReturnType<typeof createEnrolledUser>>;

/** Ends the waits of the login guards and of the second factor. */
const passWait = ({ id }: TestUser, { ofFactor }: { ofFactor: boolean }) =>
  test.database.pool.query(
    `UPDATE login_guards SET next_try_at = NULL WHERE user_id = $1 AND key LIKE 'second-factor:%' = $2`,
    [id, ofFactor],
  );

/** Raises the number of wrong codes of the day, where there is a counter. */
const makeTries = ({ id }: TestUser, tries: number) =>
  test.database.pool.query(
    'UPDATE second_factor_tries SET wrong_at = array_fill(now(), ARRAY[$2::int]) WHERE user_id = $1',
    [id, tries],
  );

describe('wrong codes', () => {
  it('with a stolen password lock unknown devices only, neither a known one nor passkeys', async () => {
    const { user, access, device, freshCode } = await createEnrolledUser(test);
    const passkey = await addTestPasskey(test, access);
    const code = async (presented: string, from?: string) => {
      const answer = await tryLogin(test, user.username, password, from).expect(200);
      return answerSecondFactor(test, answer.body.second_factor.token, totp(presented));
    };
    for (let tries = 0; tries < 5; tries++) expect((await code('000000')).status).toBe(400);
    await makeTries(user, secondFactorLimits.wrongPerDay.sign_in);
    expect((await code(await freshCode())).status).toBe(429);
    await passWait(user, { ofFactor: true });
    expect((await code(await freshCode())).status).toBe(429);

    expect((await code('000000', device)).status).toBe(400);
    expect((await code(await freshCode(), device)).status).toBe(200);
    const asked = await requestSecondFactor(test, user);
    const wrong = passkey.assert(asked.passkey_options!, { rpId: 'example.org' });
    for (let tries = 0; tries < 6; tries++) {
      await expectRefused(answerSecondFactor(test, asked.token, { method: 'passkey', credential: wrong }));
    }
    const credential = passkey.assert(asked.passkey_options!);
    await answerSecondFactor(test, asked.token, { method: 'passkey', credential }).expect(200);
    const { token, options: alone } = await options();
    await signInWith(token, passkey.assert(alone)).expect(200);
  });

  it('and passwords in turns, from a known device, wait after 5 and end after the daily limit', async () => {
    const { user, device, freshCode } = await createEnrolledUser(test);
    const signInAs = (given: string) => tryLogin(test, user.username, given, device);
    const guess = async () => {
      await signInAs('wrong').expect(400);
      await passWait(user, { ofFactor: false });
      const { token } = (await signInAs(password).expect(200)).body.second_factor;
      const { status, headers } = await answerSecondFactor(test, token, totp('000000')).set(
        'x-device-token',
        device,
      );
      await passWait(user, { ofFactor: false });
      return { token, status, retryAfterSeconds: Number(headers['retry-after']) };
    };
    for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
    // All attempts of the day except one are used.
    await makeTries(user, secondFactorLimits.wrongPerDay.device - 1);
    await passWait(user, { ofFactor: true });
    expect((await guess()).status).toBe(400);
    await post(test, unlockUser.url.replace(':userId', user.id), superuser).expect(200);
    const { token, status, retryAfterSeconds } = await guess();
    expect(status).toBe(429);
    expect(retryAfterSeconds).toBeGreaterThan(23 * 3_600);
    await passWait(user, { ofFactor: true });
    // Even the right code is not checked.
    await answerSecondFactor(test, token, totp(await freshCode())).expect(429);
    await test.database.pool.query(
      `UPDATE second_factor_tries SET wrong_at = ARRAY(SELECT t - interval '1 day' FROM unnest(wrong_at) t)`,
    );
    await passWait(user, { ofFactor: true });
    await answerSecondFactor(test, token, totp(await freshCode())).expect(200);
  });
});

const options = async () => (await post(test, getPasskeyLoginOptions.url).expect(200)).body;
const signInWith = (token: string, credential: object) =>
  post(test, loginPasskey.url).send({ token, credential });

describe('a passkey', () => {
  it('signs in without a password, and as the second factor after one', async () => {
    const { user, access } = await createCaller(test);
    const passkey = await addTestPasskey(test, access);
    const { token, options: request_ } = await options();
    expect(request_).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(request_).not.toHaveProperty('allowCredentials');
    const { body } = await signInWith(token, passkey.assert(request_)).expect(200);
    expect(body.user.id).toBe(user.id);

    const asked = await requestSecondFactor(test, user);
    expect(asked.passkey_options?.allowCredentials).toMatchObject([{ id: passkey.id }]);
    const credential = passkey.assert(asked.passkey_options!);
    await answerSecondFactor(test, asked.token, { method: 'passkey', credential }).expect(200);
    await expectRefused(answerSecondFactor(test, asked.token, { method: 'passkey', credential }));
  });

  it('of another origin, relying party, unverified user, challenge or an old count is refused', async () => {
    const { access } = await createCaller(test);
    const passkey = await addTestPasskey(test, access);
    const { token, options: asked } = await options();
    await signInWith(token, passkey.assert(asked, { counter: 7 })).expect(200);
    const faults = [
      { origin: 'https://localhost.example' },
      { rpId: 'example.org' },
      { isUnverified: true },
      { challenge: 'YW5vdGhlciBjaGFsbGVuZ2U' },
      { counter: 7 },
    ];
    for (const fault of faults) {
      await test.database.prisma.loginGuard.deleteMany();
      const next = await options();
      await expectRefused(signInWith(next.token, passkey.assert(next.options, { counter: 100, ...fault })));
    }
    await expectRefused(signInWith(token, passkey.assert(asked, { counter: 101 })));
    const next = await options();
    await signInWith(next.token, passkey.assert(next.options, { counter: 102 })).expect(200);
  });

  it('of another user is no second factor, and an unknown one signs nobody in', async () => {
    const { user } = await createEnrolledUser(test);
    const other = await createCaller(test);
    const passkey = await addTestPasskey(test, other.access);
    const own = await createCaller(test);
    await addTestPasskey(test, own.access);
    const { token, passkey_options } = await requestSecondFactor(test, own.user);
    const credential = passkey.assert(passkey_options!);
    await expectRefused(answerSecondFactor(test, token, { method: 'passkey', credential }));
    const asked = await requestSecondFactor(test, user);
    await expectRefused(answerSecondFactor(test, asked.token, { method: 'passkey', credential }));
    const next = await options();
    const unknown = { ...passkey.assert(next.options), id: 'dW5rbm93bg', rawId: 'dW5rbm93bg' };
    const { body } = await signInWith(next.token, unknown).expect(400);
    expect(body.code).toBe('invalid_code');
  });

  it('answers one challenge once, of 60 simultaneous times, whichever passkey signs it', async () => {
    const { access } = await createCaller(test);
    const passkey = await addTestPasskey(test, access);
    const { token, options: asked } = await options();
    const answers = await Promise.all(
      Array.from({ length: 60 }, async () => (await signInWith(token, passkey.assert(asked))).status),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.every((status) => [200, 400, 429].includes(status))).toBe(true);
  });

  it('of a disabled or unverified account reports that state, but only with the right credential', async () => {
    const { user, access } = await createCaller(test);
    const passkey = await addTestPasskey(test, access);
    const { prisma } = test.database;
    await prisma.user.update({ where: { id: user.id }, data: { is_active: false } });
    const wrong = await options();
    await expectRefused(signInWith(wrong.token, passkey.assert(wrong.options, { rpId: 'example.org' })));
    const right = await options();
    const { body } = await signInWith(right.token, passkey.assert(right.options)).expect(403);
    expect(body.code).toBe('account_disabled');
    await prisma.user.update({ where: { id: user.id }, data: { is_active: true, email_verified_at: null } });
    const again = await options();
    const unverified = await signInWith(again.token, passkey.assert(again.options)).expect(403);
    expect(unverified.body.code).toBe('account_not_verified');
  });
});
