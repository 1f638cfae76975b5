import { accountKey, noAnswers } from 'engine/account-files/questions.ts';
import { expect, it } from 'vitest';
import { accusations, checkFiles, explained, filesFor } from './account-answers.ts';
import {
  type AccountRow,
  byDate,
  csvOf,
  holding,
  loanRows,
  named,
  offsetRows,
  offsetTyped,
  salaries,
  typedWith,
  withoutBalances,
} from './account-rows.ts';

it.each([
  ['Everyday 5', 'Bills 15', 2],
  ['Offset 1', 'Saver 1', 2],
  ['5', '15', 2],
  ['Everyday 5', 'EVERYDAY 5', 1],
  ['062-000 1234 5678', '12345678', 1],
  ['062-000 1234 5678', 'xxxx5678', 1],
])('accounts named %s and %s are %s', (one, other, count) => {
  const rows = offsetRows(holding, salaries);
  const others = offsetRows(
    700_000,
    salaries.map(([date, cents, text]) => [date, cents + 1, text]),
  );
  const second = count === 1 ? rows.slice(8) : others;
  const files = [
    named(csvOf(rows.slice(0, count === 1 ? 10 : 18), false), one),
    named(csvOf(second, false), other),
  ];
  const { reading } = checkFiles(filesFor([csvOf(loanRows())], files, offsetTyped));
  expect(reading.offsets).toHaveLength(count);
});

it('of two files of the loan with different account numbers, the one with interest and a debt is the loan', () => {
  const rows = loanRows({ offset: offsetRows(holding, salaries), offsetOpening: holding });
  const files = [
    named(csvOf(rows), '062-000 1234 5678'),
    named(csvOf(offsetRows(holding, salaries), false), '062-000 8765 4321'),
  ];
  for (const order of [files, files.toReversed()]) {
    const { reading } = checkFiles(filesFor(order));
    expect([...reading.must]).toEqual([]);
    expect(reading.rows).toHaveLength(rows.length);
    expect(reading.lines.map(({ account }) => account)).toEqual(['loan', 'other']);
    // The other one may be an offset account, so that no charge is called wrong without it.
    expect(reading.unused).toHaveLength(1);
    expect(accusations(filesFor(order))).toEqual([]);
  }
});

it.each([
  ['has the same rows under other texts', 0, 18, 'PAY OF BEN', 0],
  ['has the same rows, one of them under another text', 0, 18, 'SALARY', 0],
  ['has some of the same rows under other texts', 4, 12, 'PAY OF BEN', 0],
  ['begins with the last row under another text', 17, 18, 'PAY OF BEN', 0],
  ['begins with a round balance at which the other ends', 18, 18, 'SALARY', 10_000],
])(
  'a second offset account without a number that %s is asked about, and no answer accuses',
  (_, from, to, text, more) => {
    const even = 5_000_000;
    const first = offsetRows(even, salaries);
    const next = offsetRows(first.at(-1)!.balance, [
      ['2025-10-28', more + 1, text],
      ['2025-11-25', 5, text],
    ]);
    const second = [
      ...first.slice(from, to).map((row) => ({ ...row, text: row.text === 'RENT' ? `TO ${text}` : text })),
      ...(to === 18 && from > 0 ? next : []),
    ];
    const both = [...first, ...second].toSorted((one, other) => (one.date < other.date ? -1 : 1));
    // What the second account holds is as much again.
    const twice = both.map(({ date }) => ({
      date,
      cents: 0,
      text,
      balance:
        (first.findLast((row) => row.date <= date)?.balance ?? even) +
        (second.findLast((row) => row.date <= date)?.balance ?? second[0]!.balance - second[0]!.cents),
    }));
    const loan = loanRows({ offset: twice, offsetOpening: twice[0]!.balance });
    const files = filesFor(
      [csvOf(loan)],
      [first, second].map((rows) => csvOf(rows, false)),
      offsetTyped,
    );
    expect([...checkFiles(files).reading.must]).toEqual(['belongs']);
    expect(accusations(files)).toEqual([]);
  },
);

it.each([
  ['within the other', 0, 3, ['belongs']],
  ['within the other, later', 1, 3, ['belongs']],
  ['as long as that of the other', 1, 4, []],
])(
  'a second offset account with the same rows and texts, whose file is %s, accuses nobody, whether it is one account or two',
  (_, from, to, must) => {
    const rows = offsetRows(0, [
      ['2025-01-25', 1, 'START'],
      ['2025-05-03', 1_000_000, 'FROM SAVINGS'],
      ['2025-05-18', -1_000_000, 'TO SAVINGS'],
      ['2025-10-25', 1, 'GIFT'],
    ]);
    const twice = rows.map((row) => ({ ...row, balance: 2 * row.balance }));
    for (const offset of [twice, rows]) {
      const parts = [rows.slice(0, to === 4 ? 3 : 4), rows.slice(from, to)];
      const files = filesFor(
        [csvOf(loanRows({ offset }))],
        parts.map((part) => csvOf(part, false)),
      );
      expect([...checkFiles(files).reading.must]).toEqual(must);
      expect(accusations(files)).toEqual([]);
    }
  },
);

it.each(['from', 'until'])(
  'an account that is an offset account of the loan only %s a charge accuses nobody',
  (side) => {
    const all = offsetRows(holding, salaries);
    const isLinked = ({ date }: AccountRow) => (side === 'from' ? date >= '2025-04-20' : date < '2025-07-20');
    const linked = all.map((row) => (isLinked(row) ? row : { ...row, balance: 0 }));
    const before = {
      ...all[0]!,
      date: '2025-04-20',
      balance: all.findLast(({ date }) => date < '2025-04-20')!.balance,
    };
    const after = { ...all[0]!, date: '2025-07-20', balance: 0 };
    const offset = [...linked, side === 'from' ? before : after].toSorted((one, other) =>
      byDate([one.date], [other.date]),
    );
    const loan = loanRows({ offset, offsetOpening: side === 'from' ? 0 : holding });
    const files = filesFor([csvOf(loan)], [csvOf(all, false)], offsetTyped);
    expect(accusations(files)).toEqual([]);
  },
);

/** A file with two accounts. */
const joined = (one: string, other: string) =>
  [named(one, '083-111 5.5'), ...named(other, '062-999 444').split('\n').slice(1)].join('\n');

/** A file with the accounts of a loan and of another. */
const together = (rows: readonly AccountRow[], other: readonly AccountRow[]) =>
  joined(csvOf(rows), csvOf(other, false));

const moved = (cents: number) =>
  offsetRows(
    cents,
    salaries.map(([date, amount, text]) => [date, amount + (amount > 0 ? 1 : -1), text]),
  );

it('offset accounts in one file have each the balance before the first row that is typed for it', () => {
  const [one, other] = [offsetRows(holding, salaries), moved(700_000)];
  const file = joined(withoutBalances(csvOf(one, false)), withoutBalances(csvOf(other, false)));
  const { offsets } = checkFiles(filesFor([csvOf(loanRows())], [file])).reading;
  const [first = '', second = ''] = offsets.map(({ id }) => id);
  const offsetOpeningCents = new Map([
    [first, holding],
    [second, 700_000],
  ]);
  const typed = typedWith({ offsetOpeningCents });
  const { reading } = checkFiles(filesFor([csvOf(loanRows())], [file], typed));
  expect(reading.offsets.map(({ openingCents }) => openingCents)).toEqual([holding, 700_000]);
  // The names of fields are paths with dots.
  expect(first).not.toContain('.');
});

it('an answer about an account of a file is none about the other one', () => {
  const [one, other] = [offsetRows(holding, salaries), moved(700_000)];
  const [before, after] = [one.slice(0, 8), one.slice(8)].map((rows) => withoutBalances(csvOf(rows, false)));
  const files = filesFor(
    [csvOf(loanRows())],
    [before!, joined(after!, withoutBalances(csvOf(other.slice(8), false)))],
  );
  const asked = checkFiles(files).reading.lines.find(({ isAsked }) => isAsked);
  const belongs = new Map([[accountKey(asked!.reading.sheet), true]]);
  const { offsets } = checkFiles(files, { ...noAnswers, belongs }).reading;
  expect(offsets.map(({ account: { lines } }) => lines.length)).toEqual([2, 1]);
});

it('an account in the file of the loan that held money only in the month of a charge may be an offset account, and accuses nobody', () => {
  const linked = offsetRows(1, [
    ['2025-01-25', 1, 'HI'],
    ['2025-05-01', 1_500_000, 'IN'],
    ['2025-05-18', -1_500_000, 'OUT'],
    ['2025-10-21', 1, 'HI'],
  ]);
  const loan = loanRows({ offset: linked, offsetOpening: 1 });
  const everyday = offsetRows(holding, salaries);
  const files = filesFor([together(loan, linked)]);
  expect(accusations(files)).toEqual([]);
  expect(explained(checkFiles(files))).toBe(8);
  for (const role of ['offset', 'unused'] as const) {
    const answers = {
      files: new Map(),
      belongs: new Map(),
      kinds: new Map(),
      roles: new Map([['loan0 062-999 444', role]]),
    };
    const checked = checkFiles(files, answers);
    expect(checked.charges.filter(({ status }) => status === 'differs')).toEqual([]);
    expect(explained(checked)).toBe(role === 'offset' ? 9 : 8);
  }
  // Charges beside it come out without an account that held money all the time.
  const { charges } = checkFiles(
    filesFor([together(loanRows({ wrong: new Map([[4, 150_000]]) }), everyday)]),
  );
  expect(charges.flatMap(({ status, date }) => (status === 'differs' ? [date] : []))).toEqual(['2025-06-20']);
});

it('a file that is answered to be of an offset account of two files is joined to it, and not to another one', () => {
  const one = offsetRows(holding, salaries);
  const other = offsetRows(
    700_000,
    salaries.map(([date, cents, text]) => [date, cents + 1, text]),
  );
  const texts = [one.slice(0, 4), one.slice(2, 8), other.slice(0, 8), one.slice(9)].map((rows) =>
    csvOf(rows, false),
  );
  const answers = { ...noAnswers, belongs: new Map([['offset3', 'offset0']]) };
  const { reading } = checkFiles(filesFor([csvOf(loanRows())], texts, offsetTyped), answers);
  expect(reading.offsets.map(({ account }) => account.lines.length)).toEqual([3, 1]);
});
