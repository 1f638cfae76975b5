import { loginPasskey, getPasskeyLoginOptions, reauthenticate } from 'contract/accounts/accounts.ts';
import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import {
  addPasskey,
  addTotp,
  confirmTotp,
  deleteSecondFactor,
  getPasskeyOptions,
  listSecondFactors,
  makeRecoveryCodes,
  resetSecondFactor,
} from 'contract/second-factors/second-factors.ts';
import { getUser, listUsers, unlockUser } from 'contract/users/users.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { resetSecondFactorByOperator } from './removal.service.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createPasskey } from '#test/authenticator.ts';
import { ageSignIns, createCaller, createUser, password, signIn, tryLogin } from '#test/factories.ts';
import {
  addTestPasskey,
  requestSecondFactor,
  codeOf,
  createEnrolledUser,
  post,
  answerSecondFactor,
} from '#test/second-factors.ts';
import { queuedJobs } from '#test/jobs.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000', STAFF_SECOND_FACTOR: 'required' });
const testOnIpAddress = useTestApp({ RATE_LIMIT_SCALE: '1000', PUBLIC_URL: 'http://127.0.0.1:3000' });

const origin = () => new URL(test.config.publicUrl).origin;
const get = (url: string, access: string) =>
  request(test.app.server).get(url).set('authorization', `Bearer ${access}`);
const remove = (id: string, access: string) => callApi(test, deleteSecondFactor, { id, access });
const list = async (access: string) => (await get(listSecondFactors.url, access).expect(200)).body;
const startEnrolment = async (access: string) =>
  (await post(test, addTotp.url, access).send({ name: 'Phone' }).expect(201)).body as {
    id: string;
    secret: string;
    otpauth_url: string;
  };
const confirm = (access: string, { id, secret }: { id: string; secret: string }, steps = 0) =>
  post(test, confirmTotp.url, access).send({ id, code: codeOf(secret, steps) });

/** The kinds of the security emails to an email address. */
async function mailsTo(email: string): Promise<(string | undefined)[]> {
  const jobs = await queuedJobs(test.database);
  return jobs.filter(({ payload }) => payload['to'] === email).map(({ payload }) => payload['kind']);
}

/** The number of waiting emails about an added factor of a user. */
const addedFactorMails = ({ id }: { id: string }) =>
  test.database.prisma.accountLink.count({ where: { user_id: id, purpose: 'not_me' } });

describe('a TOTP generator', () => {
  it('counts from its first code on, creates recovery codes once, and is reported by email', async () => {
    const { user, access } = await createCaller(test);
    const enrolment = await startEnrolment(access);
    expect(enrolment.otpauth_url).toContain(`secret=${enrolment.secret}`);
    expect(await list(access)).toEqual({ data: [], recovery_codes_left: 0 });
    await signIn(test, user);
    const { body: wrong } = await post(test, confirmTotp.url, access)
      .send({ id: enrolment.id, code: codeOf(enrolment.secret, 5) })
      .expect(400);
    expect(wrong.code).toBe('invalid_code');

    const { body } = await confirm(access, enrolment).expect(200);
    expect(new Set(body.recovery_codes as string[]).size).toBe(secondFactorLimits.recoveryCodes);
    await confirm(access, enrolment, 1).expect(404);
    expect(await list(access)).toMatchObject({
      data: [{ id: enrolment.id, method: 'totp', name: 'Phone' }],
      recovery_codes_left: 10,
    });
    // The code that confirmed the factor counts as used.
    const { token } = await requestSecondFactor(test, user);
    await answerSecondFactor(test, token, { method: 'totp', code: codeOf(enrolment.secret) }).expect(400);

    const second = await startEnrolment(access);
    expect((await confirm(access, second).expect(200)).body.recovery_codes).toBeNull();
    expect(await addedFactorMails(user)).toBe(2);
  });

  it('has an encrypted secret that is bound to its row', async () => {
    const { access } = await createCaller(test);
    const other = await createEnrolledUser(test);
    const enrolment = await startEnrolment(access);
    const { prisma } = test.database;
    const row = await prisma.secondFactor.findUniqueOrThrow({ where: { id: enrolment.id } });
    expect(Buffer.from(row.sealed_secret ?? []).toString('latin1')).not.toContain(enrolment.secret);
    await prisma.secondFactor.updateMany({
      where: { user_id: other.user.id },
      data: { sealed_secret: row.sealed_secret, last_step: null },
    });
    const { token } = await requestSecondFactor(test, other.user);
    await answerSecondFactor(test, token, { method: 'totp', code: codeOf(enrolment.secret) }).expect(400);
  });

  it('expires if it is not confirmed, is a 404 for other users, and is one of at most 10', async () => {
    const { user, access } = await createCaller(test);
    const other = await createCaller(test);
    const enrolment = await startEnrolment(access);
    await confirm(other.access, enrolment).expect(404);
    for (let factors = 1; factors < secondFactorLimits.maxFactors; factors++) await startEnrolment(access);
    await post(test, addTotp.url, access).send({ name: 'One more' }).expect(409);
    await post(test, getPasskeyOptions.url, access).expect(409);
    await test.database.pool.query(
      `UPDATE second_factors SET created_at = created_at - interval '10 minutes' WHERE user_id = $1`,
      [user.id],
    );
    await confirm(access, enrolment).expect(404);
    await startEnrolment(access);
    expect(await test.database.prisma.secondFactor.count({ where: { user_id: user.id } })).toBe(1);
  });

  it('can be confirmed in parallel with another, and the recovery codes are created once', async () => {
    const { access } = await createCaller(test);
    const [one, two] = [await startEnrolment(access), await startEnrolment(access)];
    const responses = await Promise.all([confirm(access, one), confirm(access, two), confirm(access, one)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 404]);
    const withCodes = responses.filter(({ body }) => body.recovery_codes);
    expect(withCodes).toHaveLength(1);
    expect(await list(access)).toMatchObject({ data: [{}, {}], recovery_codes_left: 10 });
  });
});

describe('a passkey', () => {
  it('is added for one challenge of the same user, verified, from this origin, once for all users', async () => {
    const { user, access } = await createCaller(test);
    const other = await createCaller(test);
    const options = async (as = access) => (await post(test, getPasskeyOptions.url, as).expect(200)).body;
    const add = (token: string, credential: object, as = access) =>
      post(test, addPasskey.url, as).send({ token, name: 'Key ring', credential });
    const passkey = createPasskey(origin());
    const challenge = await options();
    expect(challenge.options.authenticatorSelection).toMatchObject({ userVerification: 'required' });
    for (const fault of [
      { origin: 'https://localhost.example' },
      { rpId: 'example.org' },
      { isUnverified: true },
      { challenge: 'YW5vdGhlciBjaGFsbGVuZ2U' },
    ]) {
      const { body } = await add(challenge.token, passkey.attest(challenge.options, fault)).expect(400);
      expect(body.code).toBe('invalid_code');
    }
    await add(challenge.token, passkey.attest(challenge.options), other.access).expect(400);
    const { body } = await add(challenge.token, passkey.attest(challenge.options)).expect(201);
    expect(body.recovery_codes).toHaveLength(10);
    const secondPasskey = createPasskey(origin());
    await add(challenge.token, secondPasskey.attest(challenge.options)).expect(400);
    const nextChallenge = await options();
    expect(nextChallenge.options.excludeCredentials).toMatchObject([{ id: passkey.id }]);
    await add(nextChallenge.token, passkey.attest(nextChallenge.options)).expect(409);
    const otherChallenge = await options(other.access);
    await add(otherChallenge.token, passkey.attest(otherChallenge.options), other.access).expect(409);
    expect((await list(access)).data).toHaveLength(1);
    expect(await addedFactorMails(user)).toBe(1);
  });

  it('is not offered if the URL of the server has an IP address', async () => {
    const { access } = await createCaller(testOnIpAddress);
    await post(testOnIpAddress, getPasskeyOptions.url, access).expect(404);
    await post(testOnIpAddress, getPasskeyLoginOptions.url).expect(404);
    const credential = createPasskey('http://127.0.0.1:3000').assert({ challenge: 'eA', rpId: '127.0.0.1' });
    await post(testOnIpAddress, loginPasskey.url).send({ token: 'x', credential }).expect(404);
  });
});

describe('a factor', () => {
  it('can be removed by its owner, and after the last one the recovery codes are removed and the password is sufficient', async () => {
    const { user, access } = await createEnrolledUser(test);
    const other = await createEnrolledUser(test);
    await addTestPasskey(test, access);
    const [totp, passkey] = (await list(access)).data;
    await remove(passkey.id, other.access).expect(404);
    await remove(totp.id, access).expect(204);
    expect(await list(access)).toMatchObject({ recovery_codes_left: 10 });
    await remove(passkey.id, access).expect(204);
    expect(await list(access)).toEqual({ data: [], recovery_codes_left: 0 });
    await signIn(test, user);
    await post(test, makeRecoveryCodes.url, access).expect(409);
    expect((await mailsTo(user.email)).slice(-2)).toEqual(['second-factor-removed', 'second-factor-removed']);
  });

  it('cannot be changed by a session that is older than the factors, nor long after the sign-in', async () => {
    const { user, access: olderAccess } = await createCaller(test);
    const { access } = await signIn(test, user);
    const enrolment = await startEnrolment(access);
    await confirm(access, enrolment).expect(200);
    const calls = [
      post(test, addTotp.url, olderAccess).send({ name: 'Thief' }),
      post(test, makeRecoveryCodes.url, olderAccess),
      remove(enrolment.id, olderAccess),
    ];
    for (const call of calls) {
      const { body } = await call.expect(403);
      expect(body.code).toBe('reauthentication_required');
    }
    await ageSignIns(test, user.id, 16 * 60);
    const { body } = await post(test, makeRecoveryCodes.url, access).expect(403);
    expect(body.code).toBe('reauthentication_required');
  });

  it('is requested again from a user who has one, instead of the password', async () => {
    const { user, access, freshCode, recoveryCodes } = await createEnrolledUser(test);
    const passkey = await addTestPasskey(test, access);
    await ageSignIns(test, user.id, 16 * 60);
    const proveIdentity = (body: object) => post(test, reauthenticate.url, access).send(body);
    const byPassword = await proveIdentity({ current_password: password }).expect(403);
    expect(byPassword.body.code).toBe('second_factor_required');
    await proveIdentity({}).expect(400);
    await proveIdentity({ method: 'totp', code: '000000' }).expect(400);
    await proveIdentity({ method: 'totp', code: await freshCode() }).expect(200);
    await proveIdentity({ method: 'recovery_code', code: recoveryCodes[0] }).expect(200);
    const { token, options } = (await post(test, getPasskeyLoginOptions.url).expect(200)).body;
    const credential = passkey.assert(options);
    await proveIdentity({ method: 'passkey', token, credential }).expect(200);
    await proveIdentity({ method: 'passkey', token, credential }).expect(400);
    const { recovery_codes } = (await post(test, makeRecoveryCodes.url, access).expect(200)).body;
    const { token: signInToken } = await requestSecondFactor(test, user);
    const recovery = (code: string) =>
      answerSecondFactor(test, signInToken, { method: 'recovery_code', code });
    await recovery(recoveryCodes[1] ?? '').expect(400);
    await recovery(recovery_codes[0]).expect(200);
    expect((await list(access)).recovery_codes_left).toBe(9);
  });

  it('has separate attempts for a step-up authentication, which sign-ins by others do not use up', async () => {
    const { user, access, freshCode } = await createEnrolledUser(test);
    const { token } = await requestSecondFactor(test, user);
    const stranger = () => answerSecondFactor(test, token, { method: 'totp', code: '000000' });
    while ((await stranger()).status !== 429);
    const proveIdentity = (code: string) =>
      post(test, reauthenticate.url, access).send({ method: 'totp', code });
    await proveIdentity(await freshCode()).expect(200);
    await test.database.pool.query(
      `UPDATE second_factor_tries SET wrong_at = array_fill(now(), ARRAY[$2::int])
       WHERE user_id = $1 AND purpose = 'reauthenticate'`,
      [user.id, secondFactorLimits.wrongPerDay.reauthenticate],
    );
    await proveIdentity(await freshCode()).expect(429);
  });
});

it('the operator resets all second factors from the terminal, by the username in any letter case', async () => {
  const { user } = await createEnrolledUser(test);
  await resetSecondFactorByOperator(test.dependencies, user.username.toUpperCase());
  const event = await test.database.prisma.auditEvent.findFirst({
    where: { target_id: user.id },
    orderBy: { id: 'desc' },
  });
  expect(event).toMatchObject({ action: 'resetSecondFactor', actor_id: null });
  await signIn(test, user);
  expect((await mailsTo(user.email)).at(-1)).toBe('second-factor-reset');
  await expect(resetSecondFactorByOperator(test.dependencies, 'nobody-of-that-name')).rejects.toThrow(
    'no user',
  );
});

it('the operator’s command matches only the exact username, in which an underscore is no wildcard', async () => {
  const similar = await createUser(test, { username: 'under-score' });
  await expect(resetSecondFactorByOperator(test.dependencies, 'under_score')).rejects.toThrow('no user');
  expect(await mailsTo(similar.email)).toEqual([]);
});

describe('staff who need a second factor', () => {
  it('work in a session that has passed one, also by enrolling, and cannot remove the last one', async () => {
    const { user, access } = await createCaller(test, { is_staff: true });
    const target = await createUser(test);
    for (const url of [listUsers.url, getUser.url.replace(':id', target.id)]) {
      const { body } = await get(url, access).expect(403);
      expect(body.code).toBe('second_factor_required');
    }
    await get(getUser.url.replace(':id', user.id), access).expect(200);
    const enrolment = await startEnrolment(access);
    await confirm(access, enrolment).expect(200);
    await get(listUsers.url, access).expect(200);
    expect((await remove(enrolment.id, access).expect(409)).body.code).toBe('conflict');

    const { token } = await requestSecondFactor(test, user);
    const proof = { method: 'totp', code: codeOf(enrolment.secret, 1) };
    const { body } = await answerSecondFactor(test, token, proof).expect(200);
    await get(listUsers.url, body.access as string).expect(200);
  });

  it('reset the second factor of a user whom they manage, who is informed by email', async () => {
    const staff = await createEnrolledUser(test, { is_staff: true });
    const colleague = await createEnrolledUser(test, { is_staff: true });
    const superuser = await createEnrolledUser(test, { is_superuser: true });
    const regularUser = await createEnrolledUser(test);
    const reset = (id: string, access: string) =>
      post(test, resetSecondFactor.url.replace(':userId', id), access);
    await reset(colleague.user.id, staff.access).expect(403);
    await reset(regularUser.user.id, regularUser.access).expect(403);
    await reset(regularUser.user.id, staff.access).expect(200);
    await signIn(test, regularUser.user);
    await reset(colleague.user.id, superuser.access).expect(200);
    // The session had passed a factor that is now deleted.
    await get(listUsers.url, colleague.access).expect(403);
    await post(test, unlockUser.url.replace(':userId', regularUser.user.id), colleague.access).expect(403);
    expect((await mailsTo(regularUser.user.email)).at(-1)).toBe('second-factor-reset');
    const event = await test.database.prisma.auditEvent.findFirst({
      where: { target_id: regularUser.user.id },
      orderBy: { id: 'desc' },
      skip: 1,
    });
    expect(event).toMatchObject({ action: 'resetSecondFactor', actor_id: staff.user.id });
    await tryLogin(test, colleague.user.username, password).expect(200);
  });
});
