import {
  createNetworkBlock,
  endNetworkBlock,
  previewNetworkBlock,
} from 'contract/network-blocks/network-blocks.ts';
import {
  networkBlockLimits,
  networkBlockMessages,
} from 'contract/network-blocks/network-blocks.constants.ts';
import { deleteIpRecords } from 'contract/records/records.ts';
import { isClosedToBlockedNetworks } from 'contract/route.ts';
import { routes } from 'contract/routes.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';
import { ageSignIns, createCaller } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100000' });

let agent: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  agent = await createCaller(test, { is_staff: true });
});

const reason = 'Guesses passwords.';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const call = (operation: Parameters<typeof callApi>[1], options: CallOptions = {}) =>
  callApi(test, operation, { access: agent.access, ...options });
const bodyOf = (network: string) => ({ network, reason, ends_at: inHours(24) });
const block = (network: string) => call(createNetworkBlock, { body: bodyOf(network) });

const guestRoutes = routes.filter(({ access }) => access === 'guest');

/** The code of the response to a caller in the blocked network. */
async function codeOf(
  { method, url }: (typeof routes)[number],
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await test.app.inject({
    method,
    url: url.replace(/:\w+/g, 'x'),
    remoteAddress: '203.0.113.7',
    headers,
    ...(method !== 'GET' && { payload: {} }),
  });
  return response.headers['content-type']?.toString().includes('json') ? response.json().code : undefined;
}

describe('a guest in a blocked network', () => {
  const credentials: string[] = [];
  beforeAll(async () => {
    const { access } = await createCaller(test);
    const body = { name: 'Budget', scopes: ['read:calculations'], expires_at: inHours(24) };
    credentials.push(access, (await call(createToken, { access, body }).expect(201)).body.token);
    await block('203.0.113.0/24').expect(201);
  });

  it.each(guestRoutes.filter(isClosedToBlockedNetworks).map((route) => [route.operation, route] as const))(
    'is refused by %s',
    async (_, route) => {
      expect(await codeOf(route)).toBe('network_blocked');
    },
  );

  it.each(
    guestRoutes
      .filter((route) => !isClosedToBlockedNetworks(route))
      .map((route) => [route.operation, route] as const),
  )('is not refused by %s', async (_, route) => {
    expect(await codeOf(route)).not.toBe('network_blocked');
  });

  it.each(guestRoutes.filter(isClosedToBlockedNetworks).map((route) => [route.operation, route] as const))(
    'with the session or API token of any account, %s computes, or is refused',
    async (operation, route) => {
      const computes = route.isCalculation === true || operation === 'checkSample';
      for (const credential of credentials) {
        const code = await codeOf(route, { authorization: `Bearer ${credential}` });
        expect(code === 'network_blocked').toBe(!computes);
      }
    },
  );

  it('finds everything closed that signs in, registers, resets, follows a link or computes', () => {
    const closed = guestRoutes.filter(isClosedToBlockedNetworks).map(({ operation }) => operation);
    expect(closed).toEqual(
      expect.arrayContaining([
        'login',
        'getPasskeyLoginOptions',
        'loginPasskey',
        'loginSecondFactor',
        'registerUser',
        'resendVerificationEmail',
        'requestPasswordReset',
        'resetPassword',
        'verifyEmail',
        'undoEmailChange',
        'calculatePrincipal',
      ]),
    );
    // Its single-use URL belongs to a user with a session.
    expect(closed).not.toContain('getExport');
  });
});

describe('the limits and races of blocks', () => {
  it('at most 5,000 are active', async () => {
    await test.database.pool.query(
      `INSERT INTO network_blocks (id, network, reason, ends_at, revision)
       SELECT gen_random_uuid(), host('11.0.0.0'::inet + n), 'many', now() + interval '1 hour', 1
       FROM generate_series(1, $1::int - (SELECT count(*) FROM network_blocks)::int) AS n`,
      [networkBlockLimits.active],
    );
    expect((await block('192.0.2.0/24').expect(409)).body.msg).toBe(networkBlockMessages.tooMany);
    await test.database.pool.query(`DELETE FROM network_blocks WHERE reason = 'many'`);
    await block('192.0.2.0/24').expect(201);
  });

  it('one that two agents end at the same moment ends once', async () => {
    const { id } = (await block('198.18.0.0/24').expect(201)).body.block;
    const ends = await Promise.all(
      Array.from({ length: 6 }, () => call(endNetworkBlock, { id, body: { reason: 'A mistake.' } })),
    );
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(ends.filter(({ status }) => status === 409)).toHaveLength(5);
    await call(endNetworkBlock, { id, body: { reason: '   ' } }).expect(400);
    await call(endNetworkBlock, { id: 'x', body: { reason } }).expect(404);
  });

  it('an agent sets at most 20 in an hour', async () => {
    const busy = await createCaller(test, { is_staff: true });
    const create = (network: string) =>
      call(createNetworkBlock, { access: busy.access, body: bodyOf(network) });
    for (let n = 0; n < 19; n++) await create(`198.51.100.${n}`).expect(201);
    const racing = await Promise.all([create('198.19.0.1'), create('198.19.0.2'), create('198.19.0.3')]);
    expect(racing.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(racing.filter(({ status }) => status === 201)).toHaveLength(1);
    const { body, headers } = await create('198.19.0.4').expect(429);
    expect(body.msg).toBe('Too many requests: at most 20 networks an hour.');
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    await block('198.19.0.5').expect(201);
    await test.database.pool.query(`UPDATE network_blocks SET created_at = created_at - interval '1 hour'`);
    await create('198.19.0.6').expect(201);
  });

  it('setting and ending one need a recent sign-in', async () => {
    const { id } = (await block('198.18.1.0/24').expect(201)).body.block;
    const tired = await createCaller(test, { is_staff: true });
    await ageSignIns(test, tired.user.id, 3_600);
    const body = { network: '198.18.2.0/24', reason, ends_at: inHours(24) };
    for (const refused of [
      await call(createNetworkBlock, { access: tired.access, body }),
      await call(endNetworkBlock, { access: tired.access, id, body: { reason } }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required']);
    }
  });

  it('a preview during the deletion of the records it counts adds up', async () => {
    await test.database.pool.query(
      `INSERT INTO ip_records (id, ip_address, action)
       SELECT gen_random_uuid(), '198.51.100.' || n % 256, CASE n % 2 WHEN 0 THEN 'login_failed' ELSE 'register' END
       FROM generate_series(1, 5000) AS n`,
    );
    const preview = () => call(previewNetworkBlock, { body: { network: '198.51.100.0/24' } }).expect(200);
    const filter = { ip_address: '198.51.100.0/24' };
    const [deletion, ...previews] = await Promise.all([
      call(deleteIpRecords, { body: { filter } }),
      ...Array.from({ length: 5 }, preview),
    ]);
    expect(deletion.body.deleted).toBe(5_000);
    for (const { body } of previews) {
      const matches = Object.values(body.matches as Record<string, number>).reduce(
        (sum, count) => sum + count,
        0,
      );
      expect(matches).toBe(body.failed_sign_ins + body.registrations);
      expect(matches === 0).toBe(body.addresses === 0);
    }
    expect((await preview()).body).toMatchObject({ addresses: 0, matches: {}, failed_sign_ins: 0 });
  });
});
