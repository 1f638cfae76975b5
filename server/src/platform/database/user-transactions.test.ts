import { updateUser } from 'contract/users/users.ts';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { poolSize } from '#platform/database/database.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

it('parallel writes of one user, which wait for the user’s row, leave connections to others', async () => {
  const [busy, other] = [await createCaller(test), await createCaller(test)];
  const write = ({ user, access }: typeof busy) =>
    callApi(test, updateUser, { id: user.id, access, body: { country_name: 'Norway' } });
  const connect = async () => {
    const client = new Client(test.database.url);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  // A transaction sees one snapshot of pg_stat_activity, so another connection reads it.
  const [holder, observer] = [await connect(), await connect()];
  await holder.query('BEGIN');
  await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [busy.user.id]);
  const waiting = Promise.all(
    Array.from({ length: 2 * poolSize }, () => write(busy).then(({ status }) => status)),
  );
  const waitingForLock = async () => {
    const { rows } = await observer.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };
  await expect.poll(waitingForLock, { timeout: 15_000 }).toBeGreaterThan(1);
  expect((await write(other)).status).toBe(200);
  expect(await waitingForLock()).toBe(2);
  await holder.query('ROLLBACK');
  expect(new Set(await waiting)).toEqual(new Set([200]));
});
