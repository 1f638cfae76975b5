import {
  createNetworkBlock,
  listNetworks,
  previewNetworkBlock,
} from 'contract/network-blocks/network-blocks.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';
import { createCaller, createUser } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000', TRUST_PROXY: '198.51.100.0/28' });

let agent: Awaited<ReturnType<typeof createCaller>>;
beforeAll(async () => {
  agent = await createCaller(test, { is_staff: true });
});

const call = (operation: Parameters<typeof callApi>[1], options: CallOptions = {}) =>
  callApi(test, operation, { access: agent.access, ...options });

describe('a preview', () => {
  it('is shown for IP addresses and networks in turn', async () => {
    for (const network of ['203.0.113.7', '203.0.113.0/24', '2001:db8::/48', '203.0.113.7'])
      await call(previewNetworkBlock, { body: { network } }).expect(200);
  });

  it('counts what the block would have stopped, and names whom it would hit', async () => {
    const [first, second] = [await createUser(test), await createUser(test)];
    const add = (ip_address: string, action: string, user: { id: string } | null, days = 1) =>
      test.database.prisma.ipRecord.create({
        data: {
          id: uuidv7(),
          ip_address,
          action,
          user_id: user?.id ?? null,
          created_at: new Date(Date.now() - days * 86_400_000),
        },
      });
    await add('203.0.113.1', 'login', first, 3);
    await add('203.0.113.2', 'login', second, 2);
    await add('203.0.113.2', 'login', second, 1);
    await add('203.0.113.3', 'login_failed', null);
    await add('203.0.113.3', 'register', first);
    await add('203.0.113.3', 'login_failed', null, 40);
    await add('198.18.0.1', 'login', first);
    const { body } = await call(previewNetworkBlock, { body: { network: '203.0.113.99/24' } }).expect(200);
    expect(previewNetworkBlock.responses[200].schema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      network: '203.0.113.0/24',
      addresses: 3,
      matches: { login: 3, login_failed: 1, register: 1 },
      user_count: 2,
      sign_ins: 3,
      failed_sign_ins: 1,
      registrations: 1,
      protected: [],
    });
    expect(body.users.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    const longer = await call(previewNetworkBlock, { body: { network: '203.0.113.0/24', days: 90 } }).expect(
      200,
    );
    expect(longer.body.failed_sign_ins).toBe(2);
  });

  it('of a network that cannot be blocked says why', async () => {
    const { body } = await call(previewNetworkBlock, { body: { network: '10.0.0.0/8' } }).expect(200);
    expect(body.protected).toEqual([
      'The network is too wide: the widest is /16.',
      'The network is a loopback, private, link-local or multicast one.',
    ]);
    // A /2 contains what was seen before, a superuser as well.
    const superuser = await createCaller(test, { is_superuser: true });
    await test.database.prisma.superuserAddress.create({
      data: { user_id: superuser.user.id, ip_address: '203.0.113.5' },
    });
    const wide = await call(previewNetworkBlock, { body: { network: '192.0.0.0/2' } }).expect(200);
    expect(wide.body.users).toEqual([]);
    expect(wide.body.protected).toEqual([
      'The network is too wide: the widest is /16.',
      'The network contains a proxy of this installation (TRUST_PROXY).',
    ]);
    expect(wide.body.user_count).toBeGreaterThan(0);
    for (const days of [0, 91, 1.5]) {
      await call(previewNetworkBlock, { body: { network: '203.0.113.0/24', days } }).expect(400);
    }
    await call(previewNetworkBlock, { body: { network: 'nowhere' } }).expect(400);
  });
});

it('the networks of the latest records have a line each, the most failures first, and name no user', async () => {
  await test.database.pool.query('DELETE FROM ip_records');
  const user = await createUser(test);
  const add = (ip_address: string, action: string, user_id: string | null = null, days = 1) =>
    test.database.pool.query(
      `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
       VALUES (gen_random_uuid(), $1, $2, $3, now() - $4 * interval '1 day')`,
      [user_id, ip_address, action, days],
    );
  await add('192.0.2.7', 'login', user.id);
  await add('192.0.2.9', 'login_failed', user.id);
  await add('192.0.2.9', 'login_failed');
  await add('2001:db8:7::1', 'login_failed');
  await add('2001:db8:7:ffff::1', 'logout');
  await add('2001:db8:8::1', 'login_failed', null, 31);
  const ends_at = new Date(Date.now() + 86_400_000).toISOString();
  await call(createNetworkBlock, { body: { network: '192.0.0.0/16', reason: 'Guesses.', ends_at } }).expect(
    201,
  );
  const { body, text } = await call(listNetworks, { body: { page_size: 2 } }).expect(200);
  expect(listNetworks.responses[200].schema.strict().parse(body)).toBeTruthy();
  const common = { last_at: expect.any(String) };
  expect(body.data).toEqual([
    {
      ...common,
      network: '192.0.2.0/24',
      addresses: 2,
      records: 3,
      failed: 2,
      signed_in: 1,
      accounts: 1,
      blocked_by: '192.0.0.0/16',
    },
    {
      ...common,
      network: '2001:db8:7::/48',
      addresses: 2,
      records: 2,
      failed: 1,
      signed_in: 0,
      accounts: 0,
      blocked_by: null,
    },
  ]);
  expect(text).not.toContain(user.username);
  const { body: past } = await call(listNetworks, { body: { page: 99, page_size: 1 } }).expect(200);
  expect(past.data).toHaveLength(1);
  expect(past).toMatchObject({ page: past.totalNetwork, numOfPages: past.totalNetwork });
});
