import { expect, test } from 'vitest';
import { addUpBalances, joinRows } from './account-rows.ts';
import type { ReadRow } from './reading/read-account.ts';

const row = (date: string, cents: number, description = '', balanceCents: number | null = null): ReadRow => ({
  number: 1,
  cells: [],
  date,
  cents,
  balanceCents,
  description,
  kind: 'other',
});

test('rows of two files for one account are taken once, and rows that repeat within a file are kept', () => {
  const [fee, other] = [row('2026-01-02', 800, 'fee'), row('2026-01-01', -500)];
  const joined = joinRows([
    [fee, fee, row('2026-01-03', 1)],
    [other, fee, fee],
  ]);
  expect(joined.map(({ date, cents }) => [date, cents])).toEqual([
    ['2026-01-01', -500],
    ['2026-01-02', 800],
    ['2026-01-02', 800],
    ['2026-01-03', 1],
  ]);
});

test('offset accounts add up by the last balance of each day, at least 0, from a balance at the start where none is stated', () => {
  const stated = [
    row('2026-01-01', 1, '', 5000),
    row('2026-01-01', 1, '', 4000),
    row('2026-01-03', 1, '', -100),
  ];
  const balances = addUpBalances([
    { rows: stated, openingCents: 0 },
    { rows: [row('2026-01-02', 250), row('2026-01-04', -50)], openingCents: 1000 },
  ]);
  expect(balances).toEqual([
    { date: '2026-01-01', balance: 40 },
    { date: '2026-01-02', balance: 52.5 },
    { date: '2026-01-03', balance: 12.5 },
    { date: '2026-01-04', balance: 12 },
  ]);
});
