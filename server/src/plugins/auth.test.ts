import { createHmac } from 'node:crypto';
import { getUser } from 'contract/users/users.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { useTestApp } from '#test/app.ts';
import { createCaller, createUser } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const readUser = (id: string, access?: string) => {
  const call = request(test.app.server).get(getUser.url.replace(':id', id));
  return access === undefined ? call : call.set('authorization', `Bearer ${access}`);
};
const execute = (statement: string, id: string) => test.database.pool.query(statement, [id]);

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
const nowSeconds = () => Math.floor(Date.now() / 1000);

const sign = (header: object, claims: object, key: Buffer | string, hash = 'sha256') => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`;
};

describe('access tokens', () => {
  let caller: Awaited<ReturnType<typeof createCaller>>;
  let key: Buffer;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  beforeAll(async () => {
    caller = await createCaller(test);
    key = test.dependencies.keys.accessToken;
    const [encodedHeader, encodedClaims] = caller.access.split('.');
    header = decode(encodedHeader) as typeof header;
    claims = decode(encodedClaims) as typeof claims;
  });

  it('accepts a token with the right signature, which contains no flags of the user', async () => {
    await readUser(caller.user.id, sign(header, claims, key)).expect(200);
    expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
  });

  const forgeries: [string, () => string][] = [
    ['without a signature', () => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`],
    ['with alg none and a signature', () => sign({ ...header, alg: 'none' }, claims, key)],
    ['with another algorithm', () => sign({ ...header, alg: 'HS512' }, claims, key, 'sha512')],
    ['with another key', () => sign(header, claims, 'another key')],
    ['with a key for another purpose', () => sign(header, claims, test.dependencies.keys.csrfToken)],
    ['of another type', () => sign({ ...header, typ: 'JWT' }, claims, key)],
    ['without a type', () => sign({ alg: 'HS256' }, claims, key)],
    ['for another audience', () => sign(header, { ...claims, aud: 'another' }, key)],
    ['without an audience', () => sign(header, { ...claims, aud: undefined }, key)],
    ['by another issuer', () => sign(header, { ...claims, iss: 'another' }, key)],
    ['that has expired', () => sign(header, { ...claims, exp: nowSeconds() - 1 }, key)],
    ['that never expires', () => sign(header, { ...claims, exp: undefined }, key)],
    ['of another session', () => sign(header, { ...claims, sid: uuidv7() }, key)],
    ['with the session of another user', () => sign(header, { ...claims, sub: uuidv7() }, key)],
    ['with malformed ids', () => sign(header, { ...claims, sub: "'; --", sid: 'x' }, key)],
    ['with changed claims', () => caller.access.replace(/\.[^.]+\./, `.${encode({ ...claims, exp: 9e9 })}.`)],
    ['that is a refresh token', () => caller.refresh],
    ['that is a device token', () => caller.device],
    ['that is empty', () => ''],
  ];
  it.each(forgeries)('returns 401 for a token %s', async (_what, forge) => {
    const { body } = await readUser(caller.user.id, forge()).expect(401);
    expect(body.code).toBe('token_not_valid');
  });

  it('returns different error codes for a missing token and an invalid token', async () => {
    expect((await readUser(caller.user.id).expect(401)).body.code).toBe('not_authenticated');
    const basic = await readUser(caller.user.id).set('authorization', 'Basic YWRhOmFkYQ==').expect(401);
    expect(basic.body.code).toBe('token_not_valid');
  });
});

describe('sessions', () => {
  it('updates the time of the last use at most once a minute', async () => {
    const { user, access } = await createCaller(test);
    const read = () => test.database.prisma.session.findFirstOrThrow({ where: { user_id: user.id } });
    const fresh = await read();
    await readUser(user.id, access).expect(200);
    expect((await read()).last_used_at).toEqual(fresh.last_used_at);
    await execute(
      `UPDATE sessions SET last_used_at = now() - interval '61 seconds' WHERE user_id = $1`,
      user.id,
    );
    await readUser(user.id, access).expect(200);
    await expect
      .poll(async () => (await read()).last_used_at.getTime())
      .toBeGreaterThanOrEqual(fresh.last_used_at.getTime());
  });
});

describe('access', () => {
  it('changes at once after a promotion, a demotion and a change of the password', async () => {
    const [{ user, access }, other] = [await createCaller(test), await createUser(test)];
    await readUser(other.id, access).expect(403);
    await execute('UPDATE users SET is_staff = true, must_change_password = true WHERE id = $1', user.id);
    expect((await readUser(other.id, access).expect(403)).body.code).toBe('password_change_required');
    await execute('UPDATE users SET must_change_password = false WHERE id = $1', user.id);
    await readUser(other.id, access).expect(200);
    await execute('UPDATE users SET is_staff = false WHERE id = $1', user.id);
    expect((await readUser(other.id, access).expect(403)).body.code).toBe('forbidden');
  });
});

describe('refusals', () => {
  it('follow the order of the checks: authentication, role, id in the path, ownership', async () => {
    const { access } = await createCaller(test);
    await readUser('no-id').expect(401);
    await readUser('no-id', access).expect(404);
    await readUser(uuidv7(), access).expect(403);
    const staff = await createCaller(test, { is_staff: true });
    await readUser(uuidv7(), staff.access).expect(404);
  });
});

describe('the caller’s IP address', () => {
  const behindProxy = useTestApp({ RATE_LIMIT_SCALE: '1000', TRUST_PROXY: '127.0.0.0/8' });
  const forwardedIpAddress = '203.0.113.9';

  it.each([
    ['is the IP address of the peer if the peer is untrusted', () => test, '127.0.0.1', false],
    ['is the IP address that a trusted proxy forwards', () => behindProxy, forwardedIpAddress, true],
  ])('%s', async (_what, pick, ipAddress, fromProxy) => {
    const { app, database } = pick();
    const user = await createUser(pick());
    await request(app.server)
      .post('/api/user/login/')
      .set('x-forwarded-for', forwardedIpAddress)
      .send({ username_or_email: user.username, password: 'wrong' })
      .expect(400);
    const record = await database.prisma.ipRecord.findFirst({ where: { user_id: user.id } });
    const log = await database.prisma.logRecord.findFirst({
      where: { message: { contains: user.username } },
    });
    expect([record?.ip_address, log?.from_proxy]).toEqual([ipAddress, fromProxy]);
  });

  it.each([
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:4444', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 127.0.0.2:4444', '203.0.113.7'],
    ['203.0.113.7,[::ffff:127.0.0.2]:4444', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:1, 127.0.0.3, 127.0.0.2:4444', '203.0.113.7'],
    ['127.0.0.9:1, 127.0.0.2:4444', '127.0.0.9'],
    ['unknown', '127.0.0.1'],
    ['203.0.113.7, unknown', '127.0.0.1'],
  ])('is taken from “%s” of a trusted proxy without port, brackets and zone', async (header, ipAddress) => {
    for (const trust of ['127.0.0.0/8', '::ffff:127.0.0.0/104']) {
      const proxied = await buildApp({ ...test.config, trustProxy: [trust] }, test.dependencies);
      const user = await createUser(test);
      await proxied.inject({
        method: 'POST',
        url: '/api/user/login/',
        headers: { 'x-forwarded-for': header },
        payload: { username_or_email: user.username, password: 'wrong' },
      });
      const record = await test.database.prisma.ipRecord.findFirst({ where: { user_id: user.id } });
      expect(record?.ip_address).toBe(ipAddress);
      await proxied.close();
    }
  });

  it('does not depend on what an untrusted peer forwards, so that the peer cannot evade the rate limit', async () => {
    const limited = await buildApp({ ...test.config, rateLimitScale: 0.05 }, test.dependencies);
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      const { statusCode } = await limited.inject({
        method: 'POST',
        url: '/api/user/login/',
        // No other test uses this IP address. Both apps count in the same database.
        remoteAddress: '198.51.100.77',
        headers: { 'x-forwarded-for': `203.0.113.${i}` },
        payload: { username_or_email: 'nobody', password: 'x' },
      });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
    await limited.close();
  });
});
