import { getUserOverview } from 'contract/users/users.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

it('the overview lists the different IP addresses of a user, the last used first, with who else used them and the failures before a success', async () => {
  const agent = await createCaller(test, { is_staff: true });
  const [user, other] = [await createUser(test), await createUser(test)];
  const add = (ip_address: string, user_id: string, hours: number, action = 'login') =>
    test.database.prisma.ipRecord.create({
      data: {
        id: uuidv7(),
        action,
        ip_address,
        user_id,
        created_at: new Date(Date.now() - hours * 3_600_000),
      },
    });
  await add('203.0.113.7', user.id, 3);
  await add('203.0.113.7', user.id, 2);
  await add('203.0.113.7', other.id, 1);
  await add('2001:db8::7', user.id, 1);
  await add('198.51.100.1', other.id, 1);
  // A day before is too long ago, and so is what another success came after.
  await add('203.0.113.7', user.id, 28, 'login_failed');
  for (const hours of [4, 3.5, 2.5]) await add('203.0.113.7', user.id, hours, 'login_failed');
  await add('203.0.113.7', other.id, 2.1, 'login_failed');
  await add('2001:db8::7', user.id, 0.5, 'login_failed');
  const { body } = await callApi(test, getUserOverview, { id: user.id, access: agent.access }).expect(200);
  expect(body.addresses).toEqual([
    {
      ip_address: '2001:db8::7',
      records: 2,
      last_at: expect.any(String),
      accounts: 1,
      failures_before: null,
      network: null,
    },
    {
      ip_address: '203.0.113.7',
      records: 6,
      last_at: expect.any(String),
      accounts: 2,
      failures_before: 1,
      network: null,
    },
  ]);
  // Many who sign in from there share it, and do not guess.
  for (const { id } of [await createUser(test), await createUser(test)]) await add('203.0.113.7', id, 1);
  const { body: shared } = await callApi(test, getUserOverview, { id: user.id, access: agent.access });
  expect(shared.addresses).toContainEqual(expect.objectContaining({ accounts: 4, failures_before: null }));
});
