import {
  FollowedLoanInput,
  FollowLoanBody,
  type LoanFile,
  LoanFile as LoanFileBody,
} from 'contract/followed-loans/followed-loan-fields.ts';
import { operations } from 'contract/operations.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { unprovenCharges } from 'engine/followed-loans/supported-loan.ts';
import { followedLoanResult, projectionTerms } from 'engine/calculators/followed-loan.ts';
import cases from 'engine/conformance/followed-loan-cases.json' with { type: 'json' };
import { paymentDaysAfter, project } from 'engine/followed-loans/projection.ts';
import { dateOf } from 'engine/statements/days.ts';
import { mergeFile } from 'engine/statements/merge.ts';
import { array, assert, boolean, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate } from './calculate.ts';

const follow = (request: object) => calculate(operations.followLoan.url, request) as FollowedLoanResult;

type Account = Parameters<typeof mergeFile>[0];

/** A case of a loan without rows has an empty list. */
const accountOf = ({ transactions = [], ...account }: { transactions?: object[] }): Account =>
  transactions.length === 0 ? { offset_accounts: [] } : FollowedLoanInput.parse({ ...account, transactions });

const toDollars = ({ date, amount, kind, balance }: LoanFile['transactions'][number]) => ({
  date,
  amount: amount / 100,
  ...(kind !== 'other' && { kind }),
  ...(balance !== undefined && { balance: balance / 100 }),
});

/** Rows whose equal amounts often share a day. */
function statementOf(rows: readonly { day: number; cents: number }[], areStated: boolean) {
  let balance = 100;
  return rows
    .toSorted((a, b) => a.day - b.day)
    .map(({ day, cents }) => {
      balance += cents;
      const date = dateOf(20_000 + day);
      return { date, amount: cents, ...(areStated && { balance }) };
    });
}

const balances = (...days: [string, number][]) => days.map(([date, balance]) => ({ date, balance }));

/** Rows of one day and amount, with balances from the first one on. */
const sameDay = (length: number, first: number): object => ({
  offset_accounts: [],
  transactions: Array.from({ length }, (_, index) => ({
    date: '2025-01-01',
    amount: 1,
    balance: first + index,
  })),
});

const stated = (date: string, amount: number, balance: number) => ({ date, amount, balance });

describe('adding a file', () => {
  it('of many rows of one day and amount takes time in proportion to their number', () => {
    const [account, file] = [1, 20_001].map((first) => sameDay(40_000, first)) as [LoanFile, LoanFile];
    const startedAt = process.cpuUsage();
    expect(mergeFile(account, file)).toMatchObject({ added: 20_000, recognised: 20_000 });
    // Each with each would take half a minute.
    expect(process.cpuUsage(startedAt).user).toBeLessThan(4e6);
  });

  it.each(cases.merges)('$id: $why', ({ kept, file, expect: expected }) => {
    const merged = mergeFile(accountOf(kept), LoanFileBody.parse(file));
    const { added, recognised, missing, joins, openingBalance, transactions } = merged;
    expect({
      added,
      recognised,
      missing,
      joins,
      opening_balance: openingBalance! / 100,
      transactions: transactions.map(toDollars),
    }).toEqual(expected);
  });

  const row = record({ day: integer({ min: 0, max: 20 }), cents: integer({ min: 1, max: 3 }) });

  it('cut into files that overlap gives the rows of the whole, in any order of adding, and again adds nothing', () => {
    const samples = property(
      array(row, { minLength: 2, maxLength: 30 }),
      integer({ min: 0, max: 29 }),
      integer({ min: 0, max: 29 }),
      boolean(),
      (rows, one, other, isReversed) => {
        const whole = statementOf(rows, true);
        const [start, end] = [
          Math.min(one, other, rows.length - 1),
          Math.min(Math.max(one, other) + 1, rows.length),
        ];
        const files = [whole.slice(0, end), whole.slice(start)].map((transactions) =>
          LoanFileBody.parse({ transactions }),
        );
        if (isReversed) files.reverse();
        let account: Account = { offset_accounts: [] };
        const add = (file: LoanFile) => {
          const merged = mergeFile(account, file);
          account = {
            transactions: merged.transactions,
            opening_balance: merged.openingBalance,
            offset_accounts: merged.offsetAccounts,
          };
          return merged;
        };
        for (const file of files) add(file);
        expect(account.transactions!.map(toDollars)).toEqual(whole);
        expect(account.opening_balance).toBe(100_00);
        for (const file of files) {
          expect(add(file)).toMatchObject({ added: 0, isChanged: false, missing: [] });
        }
      },
    );
    assert(samples, { numRuns: 200 });
  });

  it('without balances never takes two equal rows of one day for one', () => {
    const samples = property(array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const file = LoanFileBody.parse({ transactions: statementOf(rows, false), opening_balance: 1 });
      const first = mergeFile({ offset_accounts: [] }, file);
      expect(first).toMatchObject({ added: rows.length, joins: 'first' });
      const again = mergeFile({ ...first, opening_balance: first.openingBalance, offset_accounts: [] }, file);
      expect(again).toMatchObject({ added: 0, recognised: rows.length, isChanged: false });
    });
    assert(samples, { numRuns: 100 });
  });

  it.each([
    [
      'fills a gap where it leads from the one side to the other',
      -200,
      { from: '2026-08-31', to: '2026-10-02' },
    ],
    ['fills no gap where it does not', -201, null],
  ])('without balances %s', (_, amount, fills) => {
    const account = FollowedLoanInput.parse({
      opening_balance: 1000,
      transactions: [
        { date: '2026-08-31', amount: -100 },
        { date: '2026-10-02', amount: -50, balance: 650 },
      ],
    });
    const file = LoanFileBody.parse({ transactions: [{ date: '2026-09-15', amount }] });
    expect(mergeFile(account, file).fills).toEqual(fills);
  });

  it('fills no gap where a balance that it states does not follow from the rows before it', () => {
    const account = FollowedLoanInput.parse({
      transactions: [
        { date: '2026-08-31', amount: -100, balance: 900 },
        { date: '2026-10-02', amount: -50, balance: 650 },
      ],
    });
    const file = LoanFileBody.parse({
      transactions: [
        { date: '2026-09-15', amount: 10 },
        { date: '2026-09-20', amount: -20, balance: 700 },
      ],
    });
    expect(mergeFile(account, file).fills).toBeNull();
  });

  it('lacks a row of its first or last day that it has with another balance, and no other of these days', () => {
    const account = FollowedLoanInput.parse({
      transactions: [
        stated('2026-08-01', -10, 990),
        stated('2026-08-20', -50, 940),
        stated('2026-08-31', 5, 945),
      ],
    });
    const file = LoanFileBody.parse({
      transactions: [stated('2026-08-01', -10, 990), stated('2026-08-31', 5, 995)],
    });
    expect(mergeFile(account, file)).toMatchObject({ added: 1, missing: [2, 3] });
    const beside = LoanFileBody.parse({
      transactions: [stated('2026-08-01', -30, 960), stated('2026-08-31', 6, 951)],
    });
    expect(mergeFile(account, beside).missing).toEqual([3]);
  });

  it('takes the balances of an offset account from its first to its last day', () => {
    const account = FollowedLoanInput.parse({
      owed: 1,
      owed_on: '2026-01-01',
      offset_accounts: [{ balances: balances(['2026-01-01', 1], ['2026-01-10', 2], ['2026-01-20', 3]) }],
    });
    const file = LoanFileBody.parse({
      offset_accounts: [
        { account: 1, balances: balances(['2026-01-05', 7], ['2026-01-12', 8]) },
        { account: 2, balances: balances(['2026-01-02', 9]) },
      ],
    });
    const { offsetAccounts, joins, added } = mergeFile(account, file);
    const dates = offsetAccounts.map((each) =>
      each.balances.map(({ date, balance }) => [date.slice(8), balance / 100]),
    );
    expect(dates).toEqual([
      [
        ['01', 1],
        ['05', 7],
        ['12', 8],
        ['20', 3],
      ],
      [['02', 9]],
    ]);
    expect([joins, added]).toEqual([null, 0]);
  });
});

it.each(cases.invalid)('$id: refuses $names', ({ request, names }) => {
  const { error } = FollowLoanBody.safeParse(request);
  const paths = error!.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.')],
  );
  expect([...new Set(paths)]).toEqual(names);
});

/** The rows that come as they were expected. */
function expectedRows(request: object, months: number) {
  const loan = FollowLoanBody.parse(request);
  const { as_of, convention, rate, payment } = follow(request);
  const terms = projectionTerms(loan, as_of, convention, Math.round(rate!.annual_interest_rate * 1e6));
  const { days, values } = project(terms).owed;
  const rows: { date: string; amount: number; kind?: string; balance: number }[] = [];
  const isCharge = (day: number) => {
    const number = Number(dateOf(day).slice(8));
    return (
      number === terms.state.chargeDayNumber ||
      (terms.state.chargeDayNumber > number && dateOf(day + 1).endsWith('-01'))
    );
  };
  let balance = values[0]!;
  const add = (day: number, cents: number, kind?: string) => {
    balance += cents;
    rows.push({ date: dateOf(day), amount: cents / 100, ...(kind && { kind }), balance: balance / 100 });
  };
  const paidCents = Math.round(payment!.amount * 100);
  const payments = paymentDaysAfter(days[0]!, terms.payments!);
  const paymentDays = new Set(Array.from({ length: 5 * months }, () => payments.next().value));
  for (const [index, day] of days.entries()) {
    if (index === 0 || day > days[0]! + months * 30) continue;
    const cents = values[index]! - values[index - 1]!;
    const ofDay = paymentDays.has(day) ? paidCents : 0;
    const isIncluded = convention.charge_day === 'included';
    if (isIncluded && ofDay > 0) add(day, -ofDay);
    if (isCharge(day)) add(day, cents + ofDay, 'interest');
    if (!isIncluded && ofDay > 0) add(day, -ofDay);
  }
  return rows;
}

it.each(cases.cases.filter(({ id }) => ['F001', 'F003', 'F006', 'F062', 'F065'].includes(id)))(
  'rows that come as $id expects change nothing: the charges are explained and the end stays',
  ({ request }) => {
    const before = follow(request);
    const rows = expectedRows(request, 14);
    const after = follow({ ...request, transactions: [...request.transactions!, ...rows] });
    const added = after.check!.rows.filter(({ date }) => date > before.as_of);
    expect(added.length).toBeGreaterThan(11);
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 'explained'));
    expect(after.projection.end_date).toBe(before.projection.end_date);
    expect(after.projection.final_payment).toBe(before.projection.final_payment);
    expect(after.gained.month_days).toBe(0);
  },
);

describe('a charge that differs', () => {
  const { request: original } = cases.cases.find(({ id }) => id === 'F030')!;
  const transactions = original.transactions!;
  const last = transactions.at(-1)!.date;
  const offset = original.offset_accounts![0]!.balances;
  // Known to the last day.
  const request = { ...original, offset_accounts: [{ balances: [...offset, { date: last, balance: 0 }] }] };
  const { check } = follow(original);
  const differing = check!.rows.flatMap(({ status }, index) => (status === 'differs' ? [index] : []));
  const reasons = (changes: object) =>
    unprovenCharges(FollowedLoanInput.parse({ ...request, ...changes }), check!);
  const unproven = (changes: object) => [...reasons(changes).keys()];

  it('is proven where balances lead through each day of its period', () => {
    expect(differing).toHaveLength(3);
    expect(unproven({})).toEqual([]);
  });

  it('is not proven without balances, or where one does not follow', () => {
    const without = transactions.map(({ balance: _balance, ...row }) => row);
    expect(unproven({ transactions: without })).toEqual(differing);
    const at = check!.rows[differing[0]!]!.row - 1;
    const broken = transactions.with(at, { ...transactions[at]!, balance: 1 });
    expect(unproven({ transactions: broken })).toContain(differing[0]);
  });

  it('is not proven where an offset account is not known on each day', () => {
    expect(unproven({ offset_accounts: original.offset_accounts })).toEqual([differing.at(-1)]);
    const old = { offset_accounts: [{ balances: balances(['2000-01-01', 0]) }] };
    expect([...reasons(old)]).toEqual(differing.map((index) => [index, 'offset']));
  });

  it('counts an account with a balance after the last row as known to the last row', () => {
    const next = `${Number(last.slice(0, 4)) + 1}-01-01`;
    const both = { balances: balances(['2020-01-01', 0], [next, 1]) };
    const earlier = { balances: balances(['2021-01-01', 0]) };
    expect(follow({ ...original, offset_accounts: [both] }).offset_known_to).toBe(last);
    expect(follow({ ...original, offset_accounts: [both, earlier] }).offset_known_to).toBe('2021-01-01');
    expect(unproven({ offset_accounts: [both] })).toEqual([]);
  });
});

const loan = (
  annual_interest_rate: number,
  frequency: string,
  amount: number,
  offset: number,
  date: string,
) => ({
  owed: 500_000,
  owed_on: '2026-01-31',
  annual_interest_rate,
  payment: { amount, frequency },
  offset_accounts: [{ balances: balances(['2026-01-31', offset]) }],
  goals: [
    { kind: 'pay_off', date },
    { kind: 'owe_below', amount: 90_000.01, date },
  ],
});

it('what is owed where interest alone is paid beyond the end of the plan is repaid at once after it', () => {
  const { projection } = follow({
    ...loan(6, 'monthly', 3_000, 0, '2030-01-01'),
    interest_only_until: '2029-06-01',
    plan: { end_date: '2029-05-01' },
  });
  expect(projection.end_date).toBe('2029-06-30');
});

it('the rate of a loan of which no charge counts the offset account is that without it', () => {
  const { request } = cases.cases.find(({ id }) => id === 'F001')!;
  const { offset_accounts: _accounts, ...without } = request;
  const start = request.previous_charge_date ?? request.transactions![0]!.date;
  const figures = follow({ ...without, offset_accounts: [{ balances: balances([start, 50_000]) }] });
  const { rate, projection, check, convention_source, offset_saving } = follow(without);
  expect(rate).toMatchObject({ source: 'found' });
  expect(figures).toMatchObject({ rate, convention_source });
  expect(figures.projection.end_reason).toBe(projection.end_reason);
  expect(figures.check!.verdict).toBe('partly');
  expect(figures.check!.causes).toMatchObject([
    { cause: 'offset_ignored', charges: check!.totals.explained },
  ]);
  expect(figures.offset_saving).toMatchObject({ saved: 0 });
  expect(offset_saving).toBeNull();
});

describe('what a goal needs', () => {
  it.each([
    [6.04, 'monthly', 2_500, 0, '2030-01-01', 10],
    [6.04, 'fortnightly', 1_200, 0, '2050-01-01', 10],
    [6.04, 'weekly', 560, 30_000, '2070-01-01', 14],
    [6.04, 'weekly', 560, 120_000, '2050-01-01', 14],
    [30, 'monthly', 3_000, 0, '2029-01-01', 10],
    [30, 'monthly', 3_000, 0, '2100-12-31', 24],
    [0, 'weekly', 100, 0, '2060-01-01', 10],
  ])(
    'at %d %% with %s payments of %d and %d of offset by %s is found to the cent, in at most %d projections',
    (rate, frequency, payment, offset, date, most) => {
      const request = loan(rate, frequency, payment, offset, date);
      for (const goal of request.goals) {
        const of = (extra: number) => ({
          ...request,
          payment: { frequency, amount: Math.round((payment + extra) * 100) / 100 },
          goals: [goal],
        });
        let slices = 0;
        const steps = followedLoanResult(FollowLoanBody.parse(of(0)), []);
        let step = steps.next();
        for (; !step.done; step = steps.next()) slices++;
        const extra = step.value.goals[0]?.needed_extra ?? 0;
        expect(extra).toBeGreaterThan(0);
        expect([extra, extra - 0.01].map((each) => follow(of(each)).goals[0]?.on_track)).toEqual([
          true,
          false,
        ]);
        expect(slices).toBeLessThanOrEqual(most);
      }
    },
  );
});
