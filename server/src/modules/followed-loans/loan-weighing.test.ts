import { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createOwner } from '#test/followed-loans.ts';
import { createLoan } from './followed-loans.service.ts';
import { changeLoan } from './loan-changes.ts';

const test = useTestApp();

/** 150 charges, of which the rates change too often to be found. */
function manyDiffering() {
  let cents = 60_000_000;
  const transactions = Array.from({ length: 300 }, (_, index) => {
    const [month, isCharge] = [Math.floor(index / 2), index % 2 === 0];
    const rate = 600 + 25 * (Math.floor(month / 6) % 9);
    const amount = isCharge ? Math.round((cents * rate) / 120_000) : -290_000 - 700 * (month % 5);
    cents += amount;
    const date = new Date(Date.UTC(2005, month, isCharge ? 15 : 20)).toISOString().slice(0, 10);
    return { date, amount: amount / 100, balance: cents / 100, ...(isCharge && { kind: 'interest' }) };
  });
  return FollowedLoanInput.parse({
    opening_balance: 600_000,
    transactions,
    rates: [{ from: '2005-01-01', annual_interest_rate: 5.5 }],
  });
}

it.each(['created', 'changed'])(
  'which charges are wrong of a loan that is %s is paid for and decided without a lock, and others are served meanwhile',
  async (way) => {
    const owner = await createOwner(test);
    const { loan } = await owner.follow({ owed: 1_000, owed_on: '2026-01-01' });
    const costs: number[] = [];
    const waiting = new AbortController();
    const charge = async (cost: number) => {
      costs.push(cost);
      await test.database.pool.query(
        'SELECT FROM users, followed_loans WHERE user_id = users.id AND users.id = $1 FOR UPDATE NOWAIT',
        [owner.user.id],
      );
      // Another request ends this one, if it is served.
      if (costs.length === (way === 'created' ? 2 : 3)) setImmediate(() => waiting.abort());
    };
    const deps = {
      ...test.dependencies,
      readCashRate: async () => [],
      charging: { charge, signal: waiting.signal },
    };
    const caller = { user: owner.user, scopes: null } as unknown as Actor['caller'];
    const input = manyDiffering();
    const change = { kind: 'file', rows: 300, first_date: null, last_date: null } as const;
    await expect(
      way === 'created'
        ? createLoan(deps, { caller, clientInfo: {} as Actor['clientInfo'] }, { name: 'House', input })
        : changeLoan(deps, caller, loan.id, 1, () => ({ input, change })),
    ).rejects.toThrow('aborted');
    expect(costs.at(-1)).toBeGreaterThan(100_000);
    expect((await owner.list()).data).toMatchObject([{ version: 1 }]);
  },
);
