import { refreshAccessToken } from 'contract/accounts/accounts.ts';
import { getSignedUrl } from 'contract/files/files.ts';
import { getUser, listSessions, updateUser } from 'contract/users/users.ts';
import pino from 'pino';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GenuineClaims } from '#auth/sessions/callers.ts';
import { startTelemetry } from '#platform/observability/telemetry.ts';
import { createUser as createByOperator } from '#modules/accounts/operators.service.ts';
import { loggerOptions } from '#platform/observability/logger.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { ageSignIns, createUser, signIn, type TestUser } from '#test/factories.ts';
import { picture } from '#test/images.ts';
import { deliverMail, followLink, linkIn } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const hourMs = 60 * 60 * 1000;
const minuteSeconds = 60;

/** Sets the clock of this process, and so of the app. The clock of the database stays right. */
const shiftClock = (ms: number) => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};
const databaseSeconds = async () => {
  const { rows } = await test.database.pool.query<{ now: number }>(
    'SELECT extract(epoch FROM now())::float8 AS now',
  );
  return rows[0]!.now;
};

const claimsOf = (access: string) =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as GenuineClaims;
interface Caller {
  user: TestUser;
  access: string;
}
const read = ({ user, access }: Caller) => callApi(test, getUser, { id: user.id, access });
const put = ({ user, access }: Caller, body?: object) =>
  callApi(test, updateUser, { id: user.id, access, ...(body && { body }) });
const putImage = async (caller: Caller) =>
  put(caller)
    .attach('user_image', await picture().png().toBuffer(), 'image.png')
    .expect(200);
const list = (access: string) => callApi(test, listSessions, { access }).expect(200);

beforeEach(async () => {
  for (const table of ['users', 'ip_records', 'log_records', 'mail_budget_uses']) {
    await test.database.pool.query(`DELETE FROM ${table}`);
  }
});
afterEach(() => vi.useRealTimers());

describe.each([
  ['an hour ahead of the database', hourMs],
  ['an hour behind the database', -hourMs],
])('an app whose clock is %s', (_where, shiftMs) => {
  /** The account is created by the test process, with the right clock. */
  const createCaller = async () => {
    const user = await createUser(test);
    shiftClock(shiftMs);
    const { access, refresh } = await signIn(test, user);
    return { user, access, refresh };
  };

  it('issues access tokens by the database’s clock, at the sign-in and at a refresh', async () => {
    const caller = await createCaller();
    const answer = await callApi(test, refreshAccessToken, { body: { refresh: caller.refresh } }).expect(200);
    for (const access of [caller.access, answer.body.access as string]) {
      const { iat, exp } = claimsOf(access);
      expect(Math.abs(iat - (await databaseSeconds()))).toBeLessThan(minuteSeconds);
      expect(exp - iat).toBe(300);
      await read({ user: caller.user, access }).expect(200);
    }
  });

  it('accepts the tokens of a process whose clock is wrong in the other direction, until they expire', async () => {
    const caller = await createCaller();
    shiftClock(-shiftMs);
    await read(caller).expect(200);
    const { body } = await read({ ...caller, access: await expired(caller) }).expect(401);
    expect(body.code).toBe('token_not_valid');
  });

  it('asks for the current password once the sign-in is 15 minutes old', async () => {
    const caller = await createCaller();
    await put(caller, { email: 'next@example.org' }).expect(200);
    await ageSignIns(test, caller.user.id, 16 * minuteSeconds);
    const { body } = await put(caller, { email: 'third@example.org' }).expect(403);
    expect(body.code).toBe('reauthentication_required');
  });

  it('lists a session until it expires', async () => {
    const caller = await createCaller();
    await test.database.pool.query(`UPDATE sessions SET expires_at = now() + interval '30 minutes'`);
    await signIn(test, caller.user);
    expect((await list(caller.access)).body.data).toHaveLength(2);
    await test.database.pool.query(`UPDATE sessions SET expires_at = now() - interval '30 minutes'`);
    const { access } = await signIn(test, caller.user);
    expect((await list(access)).body.data).toHaveLength(1);
  });

  it('serves an image at a URL that it has signed', async () => {
    const caller = await createCaller();
    const { body } = await putImage(caller);
    const { access } = caller;
    const signed = await callApi(test, getSignedUrl, { id: body.user.user_image, access }).expect(200);
    const { pathname, search } = new URL(signed.body.url as string);
    await request(test.app.server).get(`${pathname}${search}`).expect(200);
  });

  it('stores no time of its own clock', async () => {
    const caller = await createCaller();
    await putImage(caller);
    await deliverMail(test);
    await put(caller, { email: 'next@example.org' }).expect(200);
    const links = (await deliverMail(test)).map(linkIn);
    for (const pageName of ['verify-email', 'undo-email-change']) {
      await followLink(
        test,
        links.find(({ page }) => page === pageName)!,
        caller.access,
      ).expect(200);
    }
    await createByOperator(test.dependencies, {
      username: 'operator',
      email: 'operator@example.org',
      password: 'correct horse battery',
      isStaff: true,
      isSuperuser: false,
      isVerified: true,
    });
    await logWarning();
    expect(await strayTimes()).toEqual([]);
  });
});

/** The caller's token after its expiry. */
async function expired({ access }: { access: string }): Promise<string> {
  const { sub, sid, iat, exp } = claimsOf(access);
  return test.app.jwt.sign({ sub, sid, iat: iat - (exp - iat) - 1 });
}

/** Writes log records like the server's log. */
async function logWarning(): Promise<void> {
  const { rowCount: before } = await test.database.pool.query('SELECT FROM log_records');
  const telemetry = startTelemetry(test.database);
  pino(loggerOptions('warn'), { write: telemetry.addLine }).warn('mail refused');
  await telemetry.stop();
  const { rowCount } = await test.database.pool.query('SELECT FROM log_records');
  expect(rowCount).toBe((before ?? 0) + 1);
}

/** All stored times that are neither current, nor an expiry, nor the day of a release's figures. */
async function strayTimes(): Promise<unknown[]> {
  const { rows: columns } = await test.database.pool.query<{ of: string; name: string }>(
    `SELECT table_name AS of, column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type LIKE 'timestamp%'
       AND column_name NOT IN ('ends_at', 'expires_at', 'known_from', 'next_try_at', 'read_only_until')
       AND table_name <> '_prisma_migrations'`,
  );
  expect(columns.length).toBeGreaterThan(10);
  const found = await Promise.all(
    columns.map(({ of, name }) =>
      test.database.pool.query<object>(
        `SELECT '${of}.${name}' AS column, now() - ${name} AS off FROM ${of}
         WHERE ${name} NOT BETWEEN now() - interval '10 minutes' AND now() + interval '1 minute'`,
      ),
    ),
  );
  return found.flatMap(({ rows }) => rows);
}
