import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { expect, it } from 'vitest';
import { lossesAfter, setBy, type StoredLoss } from './restorable.ts';

const loanOf = (transactions: object[]) => FollowedLoanInput.parse({ opening_balance: 1000, transactions });

it('what one owner removes again and again is stored up to a number of entries, the newest first', () => {
  const row = { date: '2026-01-01', amount: -1 };
  const before = { input: loanOf([row, { ...row, amount: -2 }]), rowVersions: [1, 1], changes: [] };
  const after = { input: loanOf([row]), rowVersions: [1] };
  const size = followedLoanLimits.restorableEntries / 4 - 1;
  const stored = Array.from({ length: 9 }, (_, version): StoredLoss => ({
    version,
    at: '2026-01-31T02:03:04.567Z',
    transactions: Array.from({ length: size }, () => ({ row, version: 1, owed: 1000 })),
    offset_accounts: [],
    terms: null,
    state: null,
  }));
  const change = { version: 9, at: new Date('2026-01-31T03:00:00Z') };
  const losses = lossesAfter(stored, before, after, change);
  expect(losses.map(({ version }) => version)).toEqual([6, 7, 8, 9]);
  expect(losses.at(-1)!.transactions).toHaveLength(1);
});

it('the days whose balances a change sets are stored as few stretches, also if it sets every other one', () => {
  const dates = Array.from({ length: 60 }, (_, day) =>
    new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10),
  );
  const loanWith = (balanceOf: (index: number) => number) => {
    const balances = dates.map((date, index) => ({ date, balance: balanceOf(index) }));
    return FollowedLoanInput.parse({ owed: 1000, owed_on: '2026-01-01', offset_accounts: [{ balances }] });
  };
  const before = loanWith(() => 1);
  const stretch = (first: number, last: number) => ({
    account: 1,
    first_date: dates[first],
    last_date: dates[last],
  });
  expect(
    setBy(
      before,
      loanWith((index) => (index === 3 || index > 50 ? 2 : 1)),
    ).offsets,
  ).toEqual([stretch(3, 3), stretch(51, 59)]);
  expect(
    setBy(
      before,
      loanWith((index) => (index % 2 === 0 ? 2 : 1)),
    ).offsets,
  ).toEqual([stretch(0, 58)]);
});
