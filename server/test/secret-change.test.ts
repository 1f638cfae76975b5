import { logout, refreshAccessToken } from 'contract/accounts/accounts.ts';
import { linkIpRecordsExport } from 'contract/records/records.ts';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { deriveKeys, type Keys, verifyingKeys } from '#auth/keys/keys.ts';
import { newSecret as newSecretOfTotp, sealSecret, stepOfCode, totpOf } from '#auth/second-factor/totp.ts';
import { resealSecrets } from '#modules/second-factors/second-factors.service.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { testSecret, useTestApp } from '#test/app.ts';
import { signInByCookie } from '#test/cookies.ts';
import { createCaller } from '#test/factories.ts';
import { deliverMail, followLink, linkIn } from '#test/mail.ts';
import { flatPng } from '#test/images.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
const newSecret = 'a secret that comes after the first one';

/** The same installation after a change of `JWT_SECRET`: with the previous secret still verifying, and without it. */
const apps = {} as Record<'changed' | 'replaced', FastifyInstance>;
beforeAll(async () => {
  for (const [name, previous] of [
    ['changed', testSecret],
    ['replaced', undefined],
  ] as const) {
    const keys = deriveKeys(newSecret, previous);
    const files = await openFiles(test.config, verifyingKeys(keys, 'signedFile'));
    const deps = { ...test.dependencies, keys, files: files.files, fileFolder: files.fileFolder };
    apps[name] = await buildApp(test.config, deps);
    await apps[name].listen({ host: '127.0.0.1', port: 0 });
  }
});
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close();
});

const before = () => request(test.app.server);

it('a job encrypts again what was encrypted with the former secret', async () => {
  const { user } = await createCaller(test);
  const [former, changed] = [deriveKeys(testSecret), deriveKeys(newSecret, testSecret)];
  const id = uuidv7();
  const secret = newSecretOfTotp();
  const data = { id, user_id: user.id, method: 'totp', name: 'phone' };
  const sealed_secret = Uint8Array.from(sealSecret(former, id, secret));
  const { secondFactor } = test.database.prisma;
  await secondFactor.create({ data: { ...data, sealed_secret } });
  const now = new Date();
  const opens = async (keys: Keys) => {
    const factor = await secondFactor.findUniqueOrThrow({ where: { id } });
    return stepOfCode(keys, factor, totpOf(secret, '').generate({ timestamp: now.getTime() }), now) !== null;
  };
  expect([await opens(changed), await opens(deriveKeys(newSecret))]).toEqual([true, false]);
  await resealSecrets({ database: test.database, keys: changed });
  expect([await opens(changed), await opens(deriveKeys(newSecret)), await opens(former)]).toEqual([
    true,
    true,
    false,
  ]);
});

it('the job does not change data of the current secret, or data that neither secret decrypts', async () => {
  const { user } = await createCaller(test);
  const keys = deriveKeys(newSecret, testSecret);
  const { secondFactor } = test.database.prisma;
  const sealedBy = [keys, deriveKeys('a secret that is known to nobody any more')];
  for (const sealing of sealedBy) {
    const id = uuidv7();
    const sealed_secret = Uint8Array.from(sealSecret(sealing, id, newSecretOfTotp()));
    await secondFactor.create({ data: { id, user_id: user.id, method: 'totp', name: id, sealed_secret } });
  }
  const read = () => secondFactor.findMany({ where: { user_id: user.id }, orderBy: { id: 'asc' } });
  const stored = await read();
  await resealSecrets({ database: test.database, keys });
  expect(await read()).toEqual(stored);
});

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

describe.each([
  ['with JWT_SECRET_PREVIOUS a change of the secret ends nothing:', 'changed', true],
  ['without it a change ends', 'replaced', false],
] as const)('%s', (_what, name, isKept) => {
  const on = () => request(apps[name].server);

  it('sessions', async () => {
    const { access, refresh } = await createCaller(test);
    // A token of another secret does not end its session.
    if (!isKept) await on().post(logout.url).send({ refresh_token: refresh }).expect(204);
    await before().post(refreshAccessToken.url).send({ refresh }).expect(200);
    await on()
      .get('/api/core/user/storage-usage/')
      .set('authorization', `Bearer ${access}`)
      .expect(isKept ? 200 : 401);
    await on()
      .post(refreshAccessToken.url)
      .send({ refresh })
      .expect(isKept ? 200 : 401);
  });

  it('cookies with their CSRF token', async () => {
    const { user } = await createCaller(test);
    const { headers } = await signInByCookie(before(), user);
    await on()
      .delete('/api/user/sessions/01930a4e-7c00-7000-8000-000000000001/')
      .set(headers)
      .expect(isKept ? 404 : 401);
  });

  it('mailed links', async () => {
    const { user } = await createCaller(test);
    await before().post('/api/user/password-reset/').send({ email: user.email }).expect(200);
    const mail = (await deliverMail(test)).find(({ to }) => to === user.email);
    await followLink({ ...test, app: apps[name] }, linkIn(mail)).expect(isKept ? 200 : 400);
  });

  it('URLs of images and of exports', async () => {
    const { user, access } = await createCaller(test, { is_staff: true });
    await before()
      .put(`/api/user/user/update/${user.id}/`)
      .set('authorization', `Bearer ${access}`)
      .attach('user_image', flatPng(4, 4), 'image.png')
      .expect(200);
    const { user_image } = (
      await before().get(`/api/user/user/${user.id}/`).set('authorization', `Bearer ${access}`)
    ).body;
    const signed = await before()
      .get(`/api/core/get-signed-url/${user_image}`)
      .set('authorization', `Bearer ${access}`)
      .expect(200);
    await on()
      .get(pathOf(signed.body.url))
      .expect(isKept ? 200 : 403);
    const link = await before()
      .post(linkIpRecordsExport.url)
      .set('authorization', `Bearer ${access}`)
      .send({})
      .expect(200);
    await on()
      .get(pathOf(link.body.url))
      .expect(isKept ? 200 : 404);
  });
});
