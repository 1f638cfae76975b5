import { login, refreshAccessToken, registerUser, requestPasswordReset } from 'contract/accounts/accounts.ts';
import { createNotice } from 'contract/notices/notices.ts';
import { createToken, deleteToken } from 'contract/tokens/tokens.ts';
import { getUser } from 'contract/users/users.ts';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import {
  createNetworkBlock,
  endNetworkBlock,
  exportNetworkBlocks,
  listNetworkBlocks,
  previewNetworkBlock,
} from 'contract/network-blocks/network-blocks.ts';
import { v7 as uuidv7 } from 'uuid';
import { cleanUpAccounts } from '#modules/accounts/clean-up.service.ts';
import { endBlocksByOperator } from './network-blocks.service.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openNetworkBlocks, pollNetworkBlocks } from '#domain/network-blocks/network-blocks.ts';
import { runCommand } from '#test/run-command.ts';
import { startAppWithLog, startSecondApp, useTestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';
import { createCaller, createUser, password, registration } from '#test/factories.ts';
import { idleSecondsUntil } from '#test/idle-seconds.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000', TRUST_PROXY: '198.51.100.0/28' });

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const reason = 'Guesses passwords.';

let agent: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  agent = await createCaller(test, { is_staff: true });
});
afterEach(async () => {
  await test.database.pool.query('DELETE FROM network_blocks');
  await test.database.pool.query(`UPDATE ip_records SET created_at = now() - interval '1 year'`);
  await test.database.pool.query(`UPDATE sign_ins SET created_at = now() - interval '1 year'`);
  await test.database.pool.query('DELETE FROM superuser_addresses');
  // The deletion of rows is no change that the product makes.
  Object.assign(test.dependencies.networkBlocks, await openNetworkBlocks(test.database));
});

const call = (operation: Parameters<typeof callApi>[1], options: CallOptions = {}) =>
  callApi(test, operation, { access: agent.access, ...options });
const block = (network: string, fields: object = {}, access = agent.access) =>
  call(createNetworkBlock, { access, body: { network, reason, ends_at: inHours(24), ...fields } });

const find = async (body: object) =>
  ((await call(listNetworkBlocks, { body })).body.data ?? []).map((row: { network: string }) => row.network);

/** A request from another IP address. */
const from = (
  remoteAddress: string,
  { method, url }: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string },
  payload: object | undefined,
  headers: Record<string, string> = {},
) => test.app.inject({ method, url, remoteAddress, headers, ...(payload && { payload }) });

const loan = {
  total_loan_amount: 500_000,
  duration_months: 360,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly',
};
const compute = (remoteAddress: string, headers: Record<string, string> = {}) =>
  from(remoteAddress, calculatePrincipal, loan, headers);
const statusOf = async (response: ReturnType<typeof from>) => (await response).statusCode;

describe('a blocked network', () => {
  it.each([
    ['203.0.113.77/24', '203.0.113.0/24', '203.0.113.200', '203.0.114.1'],
    ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['::ffff:203.0.113.9', '203.0.113.9', '::ffff:203.0.113.9', '203.0.113.10'],
    ['2001:DB8:0:5::1/60', '2001:db8::/60', '2001:db8:0:f::7', '2001:db8:0:10::7'],
    ['2001:db8:1::/33', '2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
  ])('%s is stored as %s, and refuses its own IP addresses alone', async (text, network, inside, outside) => {
    const { body } = await block(text).expect(201);
    expect(body.block).toMatchObject({ network, reason, state: 'active', created_by: agent.user.username });
    expect(await statusOf(compute(inside))).toBe(403);
    expect(await statusOf(compute(outside))).toBe(200);
  });

  it('cannot register, sign in, compute or follow links, and reads on', async () => {
    const user = await createUser(test);
    const { body } = await block('203.0.113.0/24').expect(201);
    const refused = await from('203.0.113.7', login, { username_or_email: user.username, password });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({
        code: 'network_blocked',
        msg: expect.stringMatching(
          /^Requests from your network are blocked until \d+ \w+ \d{4}, \d\d:\d\d UTC\. Contact \S+\.$/,
        ),
      }),
    ]);
    expect(refused.body).not.toContain(reason);
    expect(await statusOf(from('203.0.113.7', registerUser, registration('blocked-1')))).toBe(403);
    expect(await statusOf(from('203.0.113.7', requestPasswordReset, { email: user.email }))).toBe(403);
    expect(
      await statusOf(from('203.0.113.7', { method: 'GET', url: '/api/user/verify-email/a/b/' }, undefined)),
    ).toBe(403);
    expect(await statusOf(from('203.0.113.7', { method: 'POST', url: '/api/mcp' }, {}))).toBe(403);
    expect(
      await statusOf(from('203.0.113.7', { method: 'GET', url: '/api/content/guides/' }, undefined)),
    ).toBe(200);
    expect(await statusOf(from('203.0.113.7', { method: 'GET', url: '/api/healthz' }, undefined))).toBe(200);
    expect(
      await statusOf(from('203.0.113.7', { method: 'GET', url: '/api/user/sessions/' }, undefined)),
    ).toBe(401);
    await test.dependencies.networkBlocks.saveRefusals();
    const { body: list } = await call(listNetworkBlocks, { body: {} }).expect(200);
    expect(list.data).toMatchObject([{ id: body.block.id, refused: 5 }]);
  });

  it('lets its signed-in members do everything, and renew and end their sessions', async () => {
    const member = await createCaller(test);
    await block('203.0.113.0/24').expect(201);
    const bearer = { authorization: `Bearer ${member.access}` };
    expect(await statusOf(compute('203.0.113.7', bearer))).toBe(200);
    const renew = { method: 'POST', url: '/api/auth/token/refresh/' } as const;
    expect(await statusOf(from('203.0.113.7', renew, { refresh: member.refresh }))).toBe(200);
    await test.database.pool.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [
      member.user.id,
    ]);
    expect(await statusOf(compute('203.0.113.7', bearer))).toBe(403);
  });

  it('is refused without a query, with one line in the log for each IP address and minute', async () => {
    await block('203.0.113.0/24').expect(201);
    const { app, lines } = await startAppWithLog(test);
    const { pool } = test.database;
    const uses = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')];
    for (let n = 0; n < 3; n++) {
      const { statusCode } = await app.inject({
        ...calculatePrincipal,
        remoteAddress: '203.0.113.7',
        payload: loan,
      });
      expect(statusCode).toBe(403);
    }
    for (const use of uses) expect(use).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    const refusals = lines.filter(({ msg }) => msg === 'request from a blocked network');
    expect(refusals).toEqual([expect.objectContaining({ refusals: 1, block: expect.any(String) })]);
  });

  it('is open again after its end, by time or by staff', async () => {
    const { body } = await block('203.0.113.0/24').expect(201);
    const ended = await call(endNetworkBlock, { id: body.block.id, body: { reason: 'A mistake.' } }).expect(
      200,
    );
    expect(ended.body.block).toMatchObject({
      state: 'ended',
      end_reason: 'A mistake.',
      ended_by: agent.user.username,
    });
    expect(await statusOf(compute('203.0.113.7'))).toBe(200);
    await call(endNetworkBlock, { id: body.block.id, body: { reason: 'Again.' } }).expect(409);
    await call(endNetworkBlock, { id: uuidv7(), body: { reason: 'Unknown.' } }).expect(404);
    await block('203.0.113.0/24').expect(201);
    await test.database.pool.query('UPDATE network_blocks SET ends_at = now(), revision = revision + 1');
    await test.dependencies.networkBlocks.reload();
    expect(await statusOf(compute('203.0.113.7'))).toBe(200);
  });

  it('reaches the other processes within 2 seconds', async () => {
    const networkBlocks = await openNetworkBlocks(test.database);
    const polling = pollNetworkBlocks(networkBlocks);
    const app = await startSecondApp(test, { dependencies: { networkBlocks } });
    const status = async () =>
      (await app.inject({ ...calculatePrincipal, remoteAddress: '203.0.113.7', payload: loan })).statusCode;
    expect(await status()).toBe(200);
    await block('203.0.113.0/24').expect(201);
    expect(await idleSecondsUntil(async () => (await status()) === 403)).toBeLessThan(2);
    await polling.stop();
  });

  it('ends the sessions from there if staff ask for it', async () => {
    const [member, other] = [await createCaller(test), await createCaller(test)];
    await test.database.pool.query(`UPDATE sessions SET ip_address = '203.0.113.7' WHERE user_id = $1`, [
      member.user.id,
    ]);
    await block('203.0.113.0/24', { end_sessions: true }).expect(201);
    const list = { method: 'GET', url: '/api/user/sessions/' } as const;
    await callApi(test, list, { access: member.access }).expect(401);
    await callApi(test, list, { access: other.access }).expect(200);
  });

  it('ends no sessions of users whom the agent may not manage', async () => {
    const [plain, colleague] = [await createCaller(test), await createCaller(test, { is_staff: true })];
    const superuser = await createCaller(test, { is_superuser: true });
    const list = { method: 'GET', url: '/api/user/sessions/' } as const;
    const statuses = async () =>
      Promise.all(
        [plain, colleague].map(async ({ access }) => (await callApi(test, list, { access })).status),
      );
    await test.database.pool.query(
      `UPDATE sessions SET ip_address = '203.0.113.7' WHERE user_id = ANY ($1::uuid[])`,
      [[plain.user.id, colleague.user.id]],
    );
    await block('203.0.113.0/25', { end_sessions: true }).expect(201);
    expect(await statuses()).toEqual([401, 200]);
    await block('203.0.113.0/24', { end_sessions: true }, superuser.access).expect(201);
    expect(await statuses()).toEqual([401, 401]);
  });

  it('is opened by the operator, with an IP address in it or its network', async () => {
    const end = (network: string) => endBlocksByOperator(test.database, network);
    for (const network of ['203.0.113.7', '203.0.113.99/24']) {
      await block('203.0.113.0/24').expect(201);
      expect(await end(network)).toEqual(['203.0.113.0/24']);
      await test.dependencies.networkBlocks.reload();
      expect(await statusOf(compute('203.0.113.7'))).toBe(200);
      await expect(end(network)).rejects.toThrow(/^No active block contains 203\.0\.113\./);
    }
    await expect(end('nowhere')).rejects.toThrow('nowhere is no IP address and no network.');
    await block('203.0.113.0/24').expect(201);
    const variables = { DATABASE_URL: test.database.url };
    const ended = await runCommand('user', ['end-block', '203.0.113.7'], variables);
    const output = 'Ended the block of 203.0.113.0/24. Running servers follow within 2 seconds.\n';
    expect(ended).toEqual({ code: 0, output, errors: '' });
    await test.dependencies.networkBlocks.reload();
    const { rows } = await test.database.pool.query(
      `SELECT FROM audit_events WHERE action = 'endNetworkBlock' AND actor_id IS NULL`,
    );
    expect(rows).toHaveLength(3);
  });
});

describe('a block', () => {
  it.each([
    ['203.0.0.0/15', 'too wide'],
    ['2001:db8::/31', 'too wide'],
    ['::/32', 'every IPv4 address'],
    ['::ffff:0:0/95', 'every IPv4 address'],
    ['::8000:0:0/81', 'every IPv4 address'],
    ['::ffff:0:0/96', 'too wide'],
    ['10.1.0.0/16', 'private'],
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['169.254.0.0/16', 'link-local'],
    ['fd00:1::/32', 'private'],
    ['224.0.0.0/16', 'multicast'],
    ['198.51.100.3', 'TRUST_PROXY'],
    ['198.51.100.0/24', 'TRUST_PROXY'],
    ['203.0.113.0/33', 'Must be'],
    ['elsewhere', 'Must be'],
    ['', 'Must be'],
  ])('of %s is refused: %s', async (network, why) => {
    const { body } = await block(network).expect(400);
    expect(body.details.network.join(' ')).toContain(why);
    expect(await test.database.prisma.networkBlock.count()).toBe(0);
  });

  it('of the caller’s own network is refused', async () => {
    const body = { network: '203.0.113.0/24', reason, ends_at: inHours(1) };
    const bearer = { authorization: `Bearer ${agent.access}` };
    const response = await from('203.0.113.7', createNetworkBlock, body, bearer);
    expect([response.statusCode, response.json().details]).toEqual([
      400,
      { network: ['The network contains your own IP address.'] },
    ]);
  });

  it('of a network from which a superuser was seen in the last 30 days is refused to agents alone, who can delete its records', async () => {
    const superuser = await createCaller(test, { is_superuser: true });
    const seen = 'A superuser was seen in the network in the last 30 days. Only a superuser can block it.';
    const addSignIn = (ip_address: string, result: string, days: number) =>
      test.database.prisma.signIn.create({
        data: {
          id: uuidv7(),
          ip_address,
          address_group: ip_address,
          user_agent: 'Firefox',
          result,
          user_id: superuser.user.id,
          created_at: new Date(Date.now() - days * 86_400_000),
        },
      });
    await addSignIn('203.0.113.9', 'success', 29);
    await addSignIn('198.18.0.9', 'success', 31);
    await addSignIn('198.18.1.9', 'failed', 1);
    await test.database.pool.query(
      `INSERT INTO superuser_addresses (user_id, ip_address, last_seen_at)
       VALUES ($1, '2001:db8::7', now() - interval '29 days'), ($1, '198.18.0.8', now() - interval '31 days')`,
      [superuser.user.id],
    );
    for (const network of ['203.0.113.9', '203.0.113.0/24', '2001:db8::/64']) {
      expect((await block(network).expect(400)).body.details).toEqual({ network: [seen] });
      const preview = (access: string) =>
        call(previewNetworkBlock, { access, body: { network } }).expect(200);
      expect((await preview(agent.access)).body.protected).toEqual([seen]);
      expect((await preview(superuser.access)).body.protected).toEqual([]);
      await block(network, {}, superuser.access).expect(201);
    }
    for (const network of ['203.0.114.0/24', '198.18.0.0/24', '198.18.1.0/24'])
      await block(network).expect(201);
  });

  it('of a network in which a superuser used a session, refreshed it, used an API token or acted is refused to agents', async () => {
    const superuser = await createCaller(test, { is_superuser: true });
    const bearer = { authorization: `Bearer ${superuser.access}` };
    const { user } = superuser;
    const expires_at = inHours(24);
    const tokenBody = { name: 'mine', scopes: ['read:profile'], expires_at };
    const created = await call(createToken, { access: superuser.access, body: tokenBody }).expect(201);
    const { token, data: stored } = created.body;
    const isProtected = async (network: string) =>
      (await call(previewNetworkBlock, { body: { network } })).body.protected.length;
    const isRefused = async (network: string) => {
      // The use is noted after the response.
      await expect.poll(() => isProtected(network)).toBe(1);
      await block(network).expect(400);
    };
    /** A session and a token are noted at most once a minute. */
    const age = () =>
      test.database.pool.query(
        `UPDATE sessions SET last_used_at = last_used_at - interval '2 minutes' WHERE user_id = $1`,
        [user.id],
      );
    const url = getUser.url.replace(':id', user.id);
    await age();
    await from('203.0.113.1', { method: 'GET', url }, undefined, bearer);
    await isRefused('203.0.113.0/24');
    await from('198.18.0.1', { method: 'GET', url }, undefined, { authorization: `Bearer ${token}` });
    await isRefused('198.18.0.0/24');
    await from('198.18.1.1', refreshAccessToken, { refresh: superuser.refresh });
    await isRefused('198.18.1.0/24');
    const notice = { title: 'x', text: 'y', level: 'info', audience: 'staff' };
    const posted = await from('198.18.2.1', createNotice, notice, bearer);
    expect(posted.statusCode).toBe(201);
    await isRefused('198.18.2.0/24');
    await block('198.18.3.0/24').expect(201);

    // Each of them stays so, whatever was used from where since, also within a minute, and without the token.
    await from('198.18.4.1', { method: 'GET', url }, undefined, bearer);
    await from('198.18.5.1', { method: 'GET', url }, undefined, { authorization: `Bearer ${token}` });
    await call(deleteToken, { access: superuser.access, id: stored.id }).expect(204);
    for (const third of [4, 5, 0, 1]) await isRefused(`198.18.${third}.0/24`);
    await isRefused('203.0.113.0/24');
    await test.database.pool.query(
      `UPDATE superuser_addresses SET last_seen_at = now() - interval '31 days' WHERE ip_address = '198.18.4.1'`,
    );
    await cleanUpAccounts(test);
    const noted = await test.database.prisma.superuserAddress.findMany({ where: { user_id: user.id } });
    const addresses = new Set(noted.map(({ ip_address }) => ip_address));
    expect(['198.18.4.1', '198.18.5.1'].map((each) => addresses.has(each))).toEqual([false, true]);
  });

  it('inside an active one is a conflict that names it, and a wider one is allowed', async () => {
    await block('203.0.113.0/25').expect(201);
    for (const inside of ['203.0.113.0/25', '203.0.113.5', '203.0.113.0/26']) {
      const { body } = await block(inside).expect(409);
      expect(body.msg).toMatch(/^203\.0\.113\.0\/25 is blocked already, until /);
    }
    await block('203.0.113.0/24').expect(201);
    await block('203.0.113.128/25').expect(409);
  });

  it('that two agents set at the same moment is set once', async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, () => block('203.0.113.0/24')));
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
  });

  it.each([
    ['no end', { ends_at: undefined }],
    ['an end within 5 minutes', { ends_at: inHours(0.05) }],
    ['an end in the past', { ends_at: inHours(-1) }],
    ['an end after 366 days', { ends_at: inHours(366 * 24 + 1) }],
    ['a reason of blanks', { reason: '  ' }],
    ['a reason of 501 characters', { reason: 'a'.repeat(501) }],
  ])('with %s is refused', async (_, fields) => {
    await block('203.0.113.0/24', fields).expect(400);
  });

  it('is found by its state, an IP address that it contains, and its own network', async () => {
    for (const network of ['203.0.113.0/24', '192.0.2.0/24']) await block(network).expect(201);
    await call(listNetworkBlocks, { body: { sort: 'a-z' } }).expect(400);
    expect(await find({ sort: 'oldest' })).toEqual(['203.0.113.0/24', '192.0.2.0/24']);
    expect(await find({ network: '203.0.113.9' })).toEqual(['203.0.113.0/24']);
    expect(await find({ network: '203.0.113.0/24' })).toEqual(['203.0.113.0/24']);
    expect(await find({ network: '203.0.113.0/25' })).toEqual([]);
    expect(await find({ state: 'ended' })).toEqual([]);
  });

  it('is exported for firewalls, with one network a line', async () => {
    const read = async (format?: string) =>
      (await call(exportNetworkBlocks, { query: format ? { format } : {} }).expect(200)).text;
    expect(await read()).toBe('');
    await block('203.0.113.0/24').expect(201);
    await block('192.0.2.1').expect(201);
    expect(await read()).toBe('192.0.2.1\n203.0.113.0/24\n');
    expect(await read('haproxy')).toBe('192.0.2.1\n203.0.113.0/24\n');
    expect(await read('nginx')).toBe('deny 192.0.2.1;\ndeny 203.0.113.0/24;\n');
    await call(exportNetworkBlocks, { query: { format: 'iptables' } }).expect(400);
  });
});
