import { tokenLimits, type TokenScope } from 'contract/tokens/tokens.constants.ts';
import request, { type Test } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanUpTokens } from './tokens.service.ts';
import { useTestApp } from '#test/app.ts';
import { ageSignIns, createCaller, createUser, eventsOf, newPassword, signIn } from '#test/factories.ts';
import { deliverMail, followLink, linkIn, temporaryPasswordIn } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

type Caller = Awaited<ReturnType<typeof createCaller>>;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const path = '/api/user/tokens/';
const bearer = (call: Test, token: string) => call.set('authorization', `Bearer ${token}`);
const get = (url: string, token: string) => bearer(request(test.app.server).get(url), token);
const post = (url: string, token: string, body: object = {}) =>
  bearer(request(test.app.server).post(url), token).send(body);

async function makeToken(
  { access }: Pick<Caller, 'access'>,
  scopes: TokenScope[],
  fields: object = {},
): Promise<{ token: string; id: string }> {
  const { body } = await post(path, access, {
    name: 'a program',
    scopes,
    expires_at: inDays(30),
    ...fields,
  }).expect(201);
  return { token: body.token as string, id: body.data.id as string };
}

const storageUrl = '/api/core/user/storage-usage/';
const refusal = async (call: Test) => {
  const { status, body } = await call;
  return [status, body.code];
};

let ada: Caller;
beforeAll(async () => {
  ada = await createCaller(test);
});

describe('an API token', () => {
  it('is returned once, stored as its SHA-256, listed only to its owner, and reported by email', async () => {
    const { body } = await post(path, ada.access, {
      name: 'Budget',
      scopes: ['read:profile', 'read:friends', 'read:profile'],
      expires_at: inDays(366),
    }).expect(201);
    expect(body.token).toMatch(/^dcl_[\w-]{43}$/);
    expect(body.data).toMatchObject({
      name: 'Budget',
      scopes: ['read:profile', 'read:friends'],
      prefix: body.token.slice(0, 10),
      last_used_at: null,
    });
    const { rows } = await test.database.pool.query<{ token_hash: Buffer }>(
      "SELECT token_hash FROM api_tokens WHERE name = 'Budget' AND token_hash = sha256($1::bytea)",
      [body.token],
    );
    expect(rows).toHaveLength(1);
    expect((await get(path, ada.access).expect(200)).body.data).toEqual([body.data]);
    const other = await createCaller(test);
    expect((await get(path, other.access).expect(200)).body.data).toEqual([]);

    const mail = (await deliverMail(test)).find(({ to }) => to === ada.user.email);
    expect(mail?.subject).toBe('An API token was created');
    expect(mail?.text).toContain(body.data.prefix);
    expect(mail?.text).not.toContain('Budget');
  });

  it('is recorded in the audit trail when it is created and revoked, only by its first characters', async () => {
    const caller = await createCaller(test);
    const { token, id } = await makeToken(caller, ['read:profile']);
    await bearer(request(test.app.server).delete(`${path}${id}/`), caller.access).expect(204);
    const events = (await eventsOf(test, caller.user)).filter(({ action }) => action.endsWith('Token'));
    expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['createToken', caller.user.id],
      ['deleteToken', caller.user.id],
    ]);
    for (const { details } of events) {
      expect(details?.details).toContain(`"prefix":"${token.slice(0, 10)}"`);
      expect(details?.details).not.toContain(token);
    }
  });

  it('allows the calls of its scopes, without CSRF, and records its last use', async () => {
    const caller = await createCaller(test);
    const { token } = await makeToken(caller, ['read:profile', 'write:friends']);
    const { id } = await createUser(test);
    const { body } = await get(`/api/user/user/${caller.user.id}/`, token).expect(200);
    expect(body.username).toBe(caller.user.username);
    await get(storageUrl, token).expect(200);
    await post(`/api/user/send_friend_request/${id}/`, token).expect(201);
    await expect.poll(async () => (await get(path, caller.access)).body.data[0].last_used_at).not.toBe(null);
    expect(await refusal(get('/api/user/list_friend_requests/', token))).toEqual([403, 'insufficient_scope']);
  });

  it('never allows more than its owner currently may, and reads other users only with their scope', async () => {
    const staff = await createCaller(test, { is_staff: true });
    const { token } = await makeToken(staff, ['read:users', 'read:records']);
    const profileOnly = await makeToken(staff, ['read:profile']);
    const otherUserUrl = `/api/user/user/${ada.user.id}/`;
    await get(otherUserUrl, token).expect(200);
    await post('/api/user/ipaddress/', token).expect(200);
    expect(await refusal(get(otherUserUrl, profileOnly.token))).toEqual([403, 'insufficient_scope']);
    expect(await refusal(get(`/api/user/user/${staff.user.id}/`, token))).toEqual([
      403,
      'insufficient_scope',
    ]);

    await test.database.prisma.user.update({ where: { id: staff.user.id }, data: { is_staff: false } });
    expect(await refusal(get(otherUserUrl, token))).toEqual([403, 'forbidden']);
    expect(await refusal(post('/api/user/ipaddress/', token))).toEqual([403, 'forbidden']);
  });

  it('is accepted in its own header only', async () => {
    const { token } = await makeToken(ada, ['read:profile']);
    const storageCall = () => request(test.app.server).get(storageUrl);
    expect(await refusal(storageCall().set('authorization', token))).toEqual([401, 'token_not_valid']);
    expect(await refusal(storageCall().set('authorization', `Token ${token}`))).toEqual([
      401,
      'token_not_valid',
    ]);
    expect(await refusal(storageCall().set('x-api-key', token))).toEqual([401, 'not_authenticated']);
    expect(await refusal(storageCall().query({ access_token: token }))).toEqual([401, 'not_authenticated']);
    expect(await refusal(storageCall().set('cookie', `access_token=${token}`))).toEqual([
      401,
      'token_not_valid',
    ]);
    const refresh = request(test.app.server).post('/api/auth/token/refresh/').send({ refresh: token });
    expect(await refusal(refresh)).toEqual([401, 'token_not_valid']);
    for (const invalidToken of [
      `${token}x`,
      token.slice(0, -1),
      'dcl_',
      `dcl_${'a'.repeat(43)}`,
      `DCL_${token.slice(4)}`,
    ]) {
      expect(await refusal(get(storageUrl, invalidToken))).toEqual([401, 'token_not_valid']);
    }
  });

  it('requires a name, existing scopes and an expiry within 366 days', async () => {
    const validBody = { name: 'x', scopes: ['read:profile'], expires_at: inDays(1) };
    const invalidFields: [string, object][] = [
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(81) }],
      ['scopes', { scopes: [] }],
      ['scopes', { scopes: 'read:profile' }],
      ['scopes.0', { scopes: ['write:users'] }],
      ['expires_at', { expires_at: undefined }],
      ['expires_at', { expires_at: '2026-12-31' }],
      ['expires_at', { expires_at: inDays(-1) }],
      ['expires_at', { expires_at: inDays(366.1) }],
      ['unknown', { unknown: 1 }],
    ];
    for (const [field, change] of invalidFields) {
      const { body } = await post(path, ada.access, { ...validBody, ...change }).expect(400);
      expect(Object.keys(body.details)).toEqual([field]);
    }
  });

  it('can be created only soon after an authentication', async () => {
    const caller = await createCaller(test);
    await ageSignIns(test, caller.user.id, 15 * 60 + 1);
    const call = post(path, caller.access, { name: 'x', scopes: ['read:profile'], expires_at: inDays(1) });
    expect(await refusal(call)).toEqual([403, 'reauthentication_required']);
  });

  it('is one of at most 50, also in parallel', async () => {
    const caller = await createCaller(test);
    const row = { user_id: caller.user.id, name: 'x', prefix: 'dcl_', expires_at: inDays(1) };
    await test.database.prisma.apiToken.createMany({
      data: Array.from({ length: tokenLimits.perUser - 3 }, () => {
        const id = uuidv7();
        return { ...row, id, token_hash: Buffer.from(id) };
      }),
    });
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        post(path, caller.access, { name: 'x', scopes: ['read:profile'], expires_at: inDays(1) }),
      ),
    );
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await get(path, caller.access)).body.data).toHaveLength(tokenLimits.perUser);
  });
});

describe('an API token ends', () => {
  it('when its owner revokes it, and none of 200 parallel uses succeeds after the response', async () => {
    const caller = await createCaller(test);
    for (let race = 0; race < 4; race++) {
      const { token, id } = await makeToken(caller, ['read:profile']);
      let isRevoked = false;
      const use = async () => {
        const isAfter = isRevoked;
        const { status } = await get(storageUrl, token);
        return isAfter && status !== 401;
      };
      const revocation = bearer(request(test.app.server).delete(`${path}${id}/`), caller.access)
        .expect(204)
        .then(() => (isRevoked = true));
      const uses: Promise<boolean>[] = [];
      for (let turn = 0; turn < 50; turn++) {
        uses.push(use());
        if (turn % 10 === 9) await Promise.race([uses.at(-1), revocation]);
      }
      await revocation;
      expect((await Promise.all([...uses, use()])).filter(Boolean)).toEqual([]);
    }
    const { id } = await makeToken(ada, ['read:profile']);
    expect(await refusal(bearer(request(test.app.server).delete(`${path}${id}/`), caller.access))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('when it expires, a week after an email', async () => {
    const caller = await createCaller(test);
    const { token, id } = await makeToken(caller, ['read:profile']);
    await makeToken(caller, ['read:profile'], { expires_at: inDays(3) });
    await deliverMail(test);
    const setExpiry = (days: number) =>
      test.database.pool.query(
        `UPDATE api_tokens SET expires_at = now() + $2 * interval '1 day', created_at = now() - interval '20 days'
         WHERE id = $1`,
        [id, days],
      );
    const notices = async () => {
      await Promise.all([cleanUpTokens(test), cleanUpTokens(test)]);
      return (await deliverMail(test)).filter(({ to }) => to === caller.user.email);
    };
    await setExpiry(7.01);
    expect(await notices()).toEqual([]);
    await setExpiry(6.99);
    expect(
      (await notices()).map(({ subject, text }) => [subject, text.includes(token.slice(0, 10))]),
    ).toEqual([['An API token will expire soon', true]]);
    expect(await notices()).toEqual([]);
    await setExpiry(-0.01);
    expect(await refusal(get(storageUrl, token))).toEqual([401, 'token_not_valid']);
    expect((await get(path, caller.access)).body.data).toHaveLength(1);
    await notices();
    expect(await test.database.prisma.apiToken.count({ where: { id } })).toBe(0);
  });

  it('when staff set a password or a reset is completed, but not when users change their own password', async () => {
    const staff = await createCaller(test, { is_staff: true });
    const [changed, reset, set] = await Promise.all([1, 2, 3].map(() => createCaller(test)));
    if (!changed || !reset || !set) throw new Error('unreachable');
    const [tokenAfterOwnChange, tokenAfterReset, tokenAfterStaffChange] = await Promise.all(
      [changed, reset, set].map((caller) => makeToken(caller, ['read:profile'])),
    );
    const form = newPassword('another horse battery');

    await bearer(request(test.app.server).put(`/api/user/user/update/${changed.user.id}/`), changed.access)
      .send(form)
      .expect(200);
    await get(storageUrl, tokenAfterOwnChange?.token ?? '').expect(200);

    await bearer(request(test.app.server).put(`/api/user/admin/user/update/${set.user.id}/`), staff.access)
      .send(form)
      .expect(200);
    await get(storageUrl, tokenAfterStaffChange?.token ?? '').expect(401);
    await test.database.prisma.user.update({
      where: { id: set.user.id },
      data: { must_change_password: false },
    });
    await get(storageUrl, tokenAfterStaffChange?.token ?? '').expect(401);

    await deliverMail(test);
    await request(test.app.server)
      .post('/api/user/password-reset/')
      .send({ email: reset.user.email })
      .expect(200);
    const mails = await deliverMail(test);
    await followLink(test, linkIn(mails.find(({ to }) => to === reset.user.email)));
    const second = (await deliverMail(test)).find(({ to }) => to === reset.user.email);
    await get(storageUrl, tokenAfterReset?.token ?? '').expect(200);
    await signIn(test, reset.user, { password: temporaryPasswordIn(second) });
    await get(storageUrl, tokenAfterReset?.token ?? '').expect(401);
    expect(await test.database.prisma.apiToken.count({ where: { user_id: reset.user.id } })).toBe(0);
  });

  it('while its owner is disabled or must change the password, and when the account is deleted', async () => {
    const caller = await createCaller(test);
    const { token, id } = await makeToken(caller, ['read:profile']);
    const { user } = test.database.prisma;
    const where = { id: caller.user.id };
    await user.update({ where, data: { is_active: false } });
    await get(storageUrl, token).expect(401);
    await user.update({ where, data: { is_active: true, must_change_password: true } });
    await get(storageUrl, token).expect(401);
    await user.update({ where, data: { must_change_password: false } });
    await get(storageUrl, token).expect(200);
    await user.delete({ where });
    await get(storageUrl, token).expect(401);
    expect(await test.database.prisma.apiToken.count({ where: { id } })).toBe(0);
  });
});
