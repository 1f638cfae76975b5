import { login, loginSecondFactor } from 'contract/accounts/accounts.ts';
import {
  addPasskey,
  addTotp,
  confirmTotp,
  getPasskeyOptions,
} from 'contract/second-factors/second-factors.ts';
import type { SecondFactorNeeded } from 'contract/accounts/signed-in.ts';
import { Secret, TOTP } from 'otpauth';
import request from 'supertest';
import type { TestApp } from '#test/app.ts';
import { createPasskey, type TestPasskey } from '#test/authenticator.ts';
import { createCaller, password, type TestUser } from '#test/factories.ts';

export interface EnrolledUser {
  user: TestUser;
  access: string;
  device: string;
  /** The code that is valid this number of steps from now. */
  codeAt: (steps: number) => string;
  /** The current code. Its earlier use does not count. */
  freshCode: () => Promise<string>;
  recoveryCodes: string[];
}

export const post = ({ app }: TestApp, url: string, access?: string) => {
  const call = request(app.server).post(url);
  return access === undefined ? call : call.set('authorization', `Bearer ${access}`);
};

const stepMs = 30_000;

/** The code of a secret in base 32, this number of steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });

/** A signed-in user who has just added a TOTP generator. */
export async function createEnrolledUser(
  test: TestApp,
  options: Parameters<typeof createCaller>[1] = {},
): Promise<EnrolledUser> {
  return enrol(test, await createCaller(test, options));
}

export async function enrol(
  test: TestApp,
  { user, access, device }: Pick<EnrolledUser, 'user' | 'access' | 'device'>,
): Promise<EnrolledUser> {
  const { body: started } = await post(test, addTotp.url, access).send({ name: 'Phone' }).expect(201);
  const codeAt = (steps: number) => codeOf(started.secret as string, steps);
  const { body } = await post(test, confirmTotp.url, access)
    .send({ id: started.id, code: codeAt(0) })
    .expect(200);
  const freshCode = async () => {
    await test.database.pool.query('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [
      user.id,
    ]);
    return codeAt(0);
  };
  return { user, access, device, codeAt, freshCode, recoveryCodes: body.recovery_codes as string[] };
}

export async function addTestPasskey(test: TestApp, access: string): Promise<TestPasskey> {
  const passkey = createPasskey(new URL(test.config.publicUrl).origin);
  const { body } = await post(test, getPasskeyOptions.url, access).expect(200);
  await post(test, addPasskey.url, access)
    .send({ token: body.token, name: 'Key ring', credential: passkey.attest(body.options) })
    .expect(201);
  return passkey;
}

/** The response to the correct password. */
export async function requestSecondFactor(
  test: TestApp,
  { username }: TestUser,
  currentPassword = password,
): Promise<SecondFactorNeeded['second_factor']> {
  const { body } = await post(test, login.url)
    .send({ username_or_email: username, password: currentPassword })
    .expect(200);
  return (body as SecondFactorNeeded).second_factor;
}

export const answerSecondFactor = (test: TestApp, token: string, factor: object) =>
  post(test, loginSecondFactor.url).send({ token, ...factor });
