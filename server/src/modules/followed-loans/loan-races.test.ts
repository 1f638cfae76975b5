import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { waitingForLocks } from '#test/database.ts';
import { createPair, followTogether } from '#test/followed-loans.ts';
import { readList } from '#test/notifications.ts';

const test = useTestApp();

it('an invitation that takes the place of a lapsed one keeps its notification while the lapsed one is deleted', async () => {
  const [ada, ben] = await createPair(test);
  await followTogether(ada, ben, 'Together');
  const { loan } = await ada.follow({ owed: 5, owed_on: '2026-01-01' });
  await ada.invite(loan.id, ben.user.id).expect(200);
  const { pool } = test.database;
  await pool.query("UPDATE loan_invitations SET created_at = now() - interval '15 days'");
  const other = await pool.connect();
  await other.query('BEGIN; SELECT FROM loan_invitations FOR UPDATE');
  const waiting = () => waitingForLocks(test.database);
  const invited = Promise.resolve(ada.invite(loan.id, ben.user.id).expect(200));
  await expect.poll(waiting).toBe(1);
  const listed = ben.list();
  await expect.poll(waiting).toBe(2);
  await other.query('COMMIT');
  other.release();
  await Promise.all([invited, listed]);
  expect((await ben.list()).invitations).toHaveLength(1);
  const { data } = await readList(test, ben.access);
  expect(data.filter(({ kind }) => kind === 'calculation_shared')).toHaveLength(1);
});

it('two owners who each add a new offset account at once do not add to one account', async () => {
  const [ada, ben] = await createPair(test);
  const [adaId, benId] = await followTogether(ada, ben, 'Together');
  const { version } = (await ada.get(adaId)).loan;
  const offset_accounts = [{ account: 1, balances: [{ date: '2024-01-01', balance: 1 }] }];
  const added = await Promise.all([
    ada.add(adaId, { offset_accounts, version }),
    ben.add(benId, { offset_accounts, version }),
  ]);
  expect(added.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  expect((await ada.get(adaId)).loan.version).toBe(version + 1);
  // Null is the same as none.
  await ben.add(benId, { offset_accounts, version: null }).expect(200);
});
