import { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { expect, it } from 'vitest';
import { setBy } from './restorable.ts';

it('the days whose balances a change sets are stored as few stretches, which are of both owners if it sets every other one', () => {
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
    ),
  ).toEqual({ offsets: [stretch(0, 58)], both: true });
});
