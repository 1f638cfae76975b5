import { StatementBody } from 'contract/statements/statement-fields.ts';
import { likelyResult, statementResult } from 'engine/calculators/statement.ts';
import { finish } from 'engine/slices.ts';
import { describe, expect, it } from 'vitest';
import { exactStatement } from './exact-statement.ts';
import { sampleStatements } from './sample-statements.ts';

const check = (statement: unknown) => finish(statementResult(StatementBody.parse(statement)));

it('the check of a statement equals the exact reference in every field', () => {
  const statements = sampleStatements(16, 0);
  for (const statement of statements) {
    expect([statement, check(statement)]).toEqual([statement, exactStatement(statement)]);
  }
});

const monthly = (amounts: number[]) =>
  amounts.map((amount, month) => ({
    date: new Date(Date.UTC(2024, month + 1, 15)).toISOString().slice(0, 10),
    amount,
    kind: 'interest',
  }));

describe('the edges of a check', () => {
  it('of a file without interest has no convention', () => {
    const { verdict, convention, rates, rows } = check({
      opening_balance: 1000,
      transactions: [{ date: '2024-01-01', amount: -1 }],
    });
    expect([verdict, convention, rates, rows]).toEqual(['too_few', null, [], []]);
  });

  it('of charges that no rate explains has no convention, and never calls them wrong', () => {
    const { verdict, convention, undetermined, totals } = check({
      opening_balance: 400_000,
      previous_charge_date: '2024-01-15',
      transactions: monthly([9_999_999, 1.23, 8_888_888, 0.01]),
    });
    expect([verdict, convention, undetermined]).toEqual(['unexplained', null, []]);
    expect([totals.differing, totals.not_checked]).toEqual([0, 4]);
  });

  it('of the largest amounts is exact where doubles are not', () => {
    const owed = 999_999_999_999.99;
    const cents = (BigInt(Math.round(owed * 100)) * 614n * 31n * 2n + 3_650_000n) / 7_300_000n;
    const { rows } = check({
      opening_balance: owed,
      previous_charge_date: '2024-01-15',
      rates: [{ from: '2024-01-01', annual_interest_rate: 6.14 }],
      transactions: [{ date: '2024-02-15', amount: Number(cents) / 100, kind: 'interest', balance: owed }],
    });
    expect(rows[0]).toMatchObject({ status: 'not_checked', reason: 'balance' });
    const paid = check({
      opening_balance: owed,
      previous_charge_date: '2024-01-15',
      rates: [{ from: '2024-01-01', annual_interest_rate: 6.14 }],
      transactions: [
        { date: '2024-02-15', amount: -500_000_000_000 },
        { date: '2024-02-15', amount: Number(cents) / 100, kind: 'interest' },
      ],
    });
    expect(paid.rows[0]).toMatchObject({ status: 'explained', expected: Number(cents) / 100 });
  });
});

it('of many rates that no loan has, a likely result takes all: to leave out each in turn would take minutes', () => {
  let date = '2015-01-01';
  const transactions = Array.from({ length: 1_000 }, (_, index) => {
    date = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    const percent = [1, 20, 2, 25, 3, 29][(index >> 1) % 6]! + ((index >> 1) % 37) / 100;
    const amount = Math.round((900_000 * percent) / 365) / 100;
    return [
      { date, amount, kind: 'interest' },
      { date, amount: -amount },
    ];
  }).flat();
  const body = StatementBody.parse({
    opening_balance: 900_000,
    previous_charge_date: '2015-01-01',
    transactions,
  });
  expect(finish(likelyResult(body)).totals.explained).toBe(1_000);
});
