import { logout, refreshAccessToken } from 'contract/accounts.ts';
import { getUser } from 'contract/users.ts';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { testSecret, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { deriveKeys } from './keys.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/** The app on the same database as after a restart with this secret. */
async function restart(secret: string): Promise<FastifyInstance> {
  const app = await buildApp(test.config, { ...test.dependencies, keys: deriveKeys(secret) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

const refresh = (app: FastifyInstance, token: string) =>
  request(app.server).post(refreshAccessToken.url).send({ refresh: token });
const readUser = (app: FastifyInstance, id: string, access: string) =>
  callApi({ app }, getUser, { id, access });

describe('a session', () => {
  let same: FastifyInstance;
  let other: FastifyInstance;
  beforeAll(async () => {
    [same, other] = [await restart(testSecret), await restart(`${testSecret}, but another`)];
  });
  afterAll(() => Promise.all([same.close(), other.close()]));

  it('goes on over a restart with the same secret', async () => {
    const { user, access, refresh: token } = await createCaller(test);
    await refresh(same, token).expect(200);
    await readUser(same, user.id, access).expect(200);
  });

  it('ends with its secret: another one neither renews nor takes nor ends it', async () => {
    const { user, access, refresh: token } = await createCaller(test);
    const { body } = await refresh(other, token).expect(401);
    expect(body.code).toBe('token_not_valid');
    await readUser(other, user.id, access).expect(401);
    await request(other.server).post(logout.url).send({ refresh_token: token });
    await refresh(same, token).expect(200);
  });
});
