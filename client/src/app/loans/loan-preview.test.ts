import { expect, test } from 'vitest';
import { previewOf } from './loan-preview.ts';

test('a problem of a file names its offset account and row', () => {
  const input = { transactions: [{ date: '2026-01-01', amount: -500, balance: 400_000 }] };
  const problemOf = (...accounts: { account: number; balances: { date: string; balance: number }[] }[]) =>
    previewOf({ input }, { transactions: [], offset_accounts: accounts }).problem;
  const balances = [{ date: '2026-01-01', balance: 100 }];
  expect(problemOf({ account: 1, balances }, { account: 1, balances })).toBe(
    'Offset B, Account: Must be there once.',
  );
  expect(
    problemOf({ account: 1, balances: [...balances, { date: '2026-01-02', balance: Number.NaN }] }),
  ).toBe('Offset A, Row 2, Balance: Must be a number.');
});
