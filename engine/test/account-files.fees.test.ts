import { expect, it } from 'vitest';
import { accusations, checkFiles, filesFor } from './account-answers.ts';
import {
  type AccountRow,
  addDays,
  addMonths,
  csvOf,
  loanRows,
  type Move,
  repayments,
  typedWith,
  withoutBalances,
} from './account-rows.ts';

const check = (rows: readonly AccountRow[]) => checkFiles(filesFor([csvOf(rows)]));

const fees = (...rows: [date: string, text: string, cents?: number][]) =>
  checkFiles(
    filesFor([
      csvOf(
        loanRows({
          moves: [...repayments, ...rows.map(([date, text, cents = 1_000]): Move => [date, cents, text])],
        }),
      ),
    ]),
  ).repeats?.length;

it('a fee is called charged twice only where its words are those of a bank and nothing gave it back', () => {
  expect(fees(['2025-05-06', 'MONTHLY ACCOUNT FEE'], ['2025-05-09', 'MONTHLY ACCOUNT FEE'])).toBe(1);
  const weeks = [6, 13, 20].map((day): [string, string] => [
    `2025-05-${String(day).padStart(2, '0')}`,
    'ACCOUNT FEE',
  ]);
  expect(fees(...weeks)).toBe(0);
  expect(fees(weeks[0]!, weeks[0]!, weeks[0]!)).toBe(2);
  const again: [string, string][] = [
    ['2025-05-06', 'ACCOUNT FEE'],
    ['2025-05-09', 'ACCOUNT FEE'],
  ];
  expect(fees(again[0]!, ['2025-05-07', 'GOODWILL CREDIT', -1_000], again[1]!)).toBe(0);
  expect(fees(['2025-04-30', 'ACCOUNT FEE APR'], ['2025-05-01', 'ACCOUNT FEE MAY'])).toBe(0);
  expect(fees(...again, ['2025-05-20', 'CREDIT', -2_000])).toBe(0);
  expect(fees(...again, ['2025-05-20', 'FEE REFUND', -2_500])).toBe(0);
  for (const text of [
    'MANAGEMENT FEES',
    'HOME FEES',
    'SERVICE FEE',
    'TRANSFER TO SCHOOL FEES',
    'DAYCARE FEES',
    'ATM WITHDRAWAL FEE',
    'REDRAW FEE',
    'LATE PAYMENT FEE',
    'ARREARS FEE',
  ])
    expect(fees(['2025-05-06', text], ['2025-05-13', text])).toBe(0);
});

it('a row of a fee, or some rows with it, that stand twice in a file are no second fee, as the balances lead to one alone', () => {
  const fee: Move = ['2025-05-06', 39_500, 'ANNUAL PACKAGE FEE'];
  const redraw: Move = ['2025-05-06', 100_000, 'REDRAW'];
  const rows = loanRows({ moves: [...repayments, redraw, fee, ['2025-05-06', 50_000, 'REDRAW']] });
  const at = rows.findIndex(({ text }) => text === fee[2]);
  for (const [from, to] of [
    [at, at + 1],
    [at - 1, at + 1],
    [at, at + 2],
    [at - 1, at + 2],
  ] as const) {
    const twice = rows.toSpliced(to, 0, ...rows.slice(from, to));
    for (const each of [twice, twice.toReversed()]) expect(check(each).repeats).toEqual([]);
  }
  expect(fees([fee[0], fee[2], fee[1]], [fee[0], fee[2], fee[1]])).toBe(1);
  // Of two exports with rows of several days in both, the days go back.
  const monthly = ['2025-04-20', '2025-05-20', '2025-06-20'].map((date): Move => [
    date,
    1_000,
    'ACCOUNT FEE',
  ]);
  const all = loanRows({ moves: [...repayments, ...monthly] });
  for (const each of [all, [...all].toReversed()])
    expect(check([...each.slice(0, 15), ...each.slice(6)]).repeats).toEqual([]);
});

it.each(['MISC', 'OTHER', 'Uncategorised', 'Financial', 'DEB'])(
  'a fee that is charged twice is found beside a category of %s, which makes no other row a fee',
  (category) => {
    const repeats = (text: string) => {
      const twice = ['2025-05-06', '2025-05-09'].map((date): Move => [date, 1_000, text]);
      const lines = csvOf(loanRows({ moves: [...repayments, ...twice] })).split('\n');
      const withCategory = lines.map((line, index) => `${line},${index === 0 ? 'Category' : category}`);
      return checkFiles(filesFor([withCategory.join('\n')])).repeats?.length;
    };
    expect(['ANNUAL PACKAGE FEE', 'SERVICE FEE'].map(repeats)).toEqual([1, 0]);
  },
);

/** A fee in each month. */
const monthly = Array.from({ length: 9 }, (_, month): Move => [
  addMonths('2025-02-19', month),
  1_000,
  'LOAN ACCOUNT FEE',
]);
const packageFee: Move = ['2025-05-06', 39_500, 'ANNUAL PACKAGE FEE'];
const rowsWith = (...moves: Move[]) => loanRows({ moves: [...repayments, ...moves] });

it.each<[string, (rows: AccountRow[], at: number) => AccountRow[]]>([
  ['lacks a row', (rows, at) => rows.toSpliced(at + 2, 1)],
  ['has a row twice', (rows, at) => rows.toSpliced(at, 0, rows[at]!)],
  [
    'has a fee of two days later',
    (rows, at) => rows.with(at, { ...rows[at]!, date: addDays(rows[at]!.date, 2) }),
  ],
  [
    'has another amount',
    (rows, at) => rows.with(at + 2, { ...rows[at + 2]!, cents: rows[at + 2]!.cents + 100 }),
  ],
  ['has another balance', (rows, at) => rows.with(at, { ...rows[at]!, balance: rows[at]!.balance + 77 })],
])('a fee in both of two exports of which one %s is no second fee, under no answer', (_, damaged) => {
  const rows = rowsWith(...monthly, packageFee);
  const fee = rows.findIndex(({ text }) => text === packageFee[2]);
  const later = rows.slice(fee - 3);
  for (const [at, end] of [
    [3, 2],
    [3, 7],
    [4, 3],
    [6, 7],
  ] as const) {
    const files = [rows.slice(0, fee + end), damaged(later, at)].map((each) => csvOf(each));
    for (const each of [files, files.toReversed()]) expect(accusations(filesFor(each))).toEqual([]);
  }
});

/** With balances on the last row of each day only. */
const dayEndCsv = (rows: readonly AccountRow[], copied?: string) =>
  csvOf(rows)
    .split('\n')
    .flatMap((line, index) => {
      const isLast = index === 0 || rows[index]?.date !== rows[index - 1]!.date;
      const written = isLast ? line : line.replace(/[^,]*$/, '');
      return copied !== undefined && line.includes(copied) ? [written, written] : [written];
    })
    .join('\n');

const repeats = (text: string) => checkFiles(filesFor([text])).repeats.length;

it('where only the last row of a day has a balance, a row that stands twice is no second fee, and a second fee is found', () => {
  const redraw: Move = [packageFee[0], 10_000, 'REDRAW'];
  expect(repeats(dayEndCsv(rowsWith(packageFee, redraw), packageFee[2]))).toBe(0);
  expect(repeats(dayEndCsv(rowsWith(redraw, packageFee), packageFee[2]))).toBe(0);
  expect(repeats(dayEndCsv(rowsWith(packageFee, packageFee)))).toBe(1);
  expect(repeats(dayEndCsv(rowsWith(packageFee, redraw, packageFee)))).toBe(1);
});

/** How often a fee is called charged twice of which these months are missing, with others on these days. */
const withMonths = (all: readonly Move[], missing: readonly number[], days: readonly string[]) =>
  repeats(
    csvOf(
      rowsWith(
        ...all.filter((_, month) => !missing.includes(month)),
        ...days.map((date): Move => [date, all[0]![1], all[0]![2]]),
      ),
    ),
  );

it('a fee that is missing in a month or a quarter and stands twice at any later one is not charged twice', () => {
  const days = ['2025-06-19', '2025-06-16', '2025-06-22', '2025-08-19'];
  expect(days.map((date) => withMonths(monthly, [3], [date]))).toEqual([0, 0, 0, 0]);
  expect(withMonths(monthly, [3, 4], ['2025-07-19', '2025-07-21'])).toBe(0);
  expect(withMonths(monthly, [3, 4], ['2025-07-19', '2025-08-19'])).toBe(0);
  const quarterly = [0, 3, 6].map((month): Move => [
    addMonths('2025-02-19', month),
    3_000,
    'QUARTERLY LOAN FEE',
  ]);
  const longer = [...quarterly, ['2025-11-19', 3_000, 'QUARTERLY LOAN FEE'] satisfies Move];
  expect(withMonths(longer, [1], ['2025-11-19'])).toBe(0);
  expect(withMonths(quarterly, [], ['2025-05-21'])).toBe(1);
});

it('of a monthly fee, a second one is found in each month, also the first and the last', () => {
  for (const [date] of monthly)
    for (const days of [0, 6]) expect(withMonths(monthly, [], [addDays(date, days)])).toBe(1);
  expect(withMonths(monthly, [2], ['2025-06-19', '2025-07-19'])).toBe(1);
});

it('a monthly fee that was given back and is charged again with the next is not charged twice', () => {
  const back: Move = ['2025-05-28', -1_000, 'FEE REVERSAL'];
  expect(repeats(csvOf(rowsWith(...monthly, back, ['2025-06-20', 1_000, 'LOAN ACCOUNT FEE'])))).toBe(0);
});

const givenBack = (text: string, cents: number) =>
  repeats(csvOf(rowsWith(packageFee, packageFee, ['2025-08-06', cents, text])));

it('a fee that is given back to the cent, by no word of a repayment, at any later day is not charged twice', () => {
  expect(
    ['PACKAGE FEE', 'FEE REFUND', 'ADJUSTMENT', 'CREDIT'].map((text) => givenBack(text, -39_500)),
  ).toEqual([0, 0, 0, 0]);
  expect([givenBack('TRANSFER', -39_500), givenBack('FEE REFUND', -20_000)]).toEqual([1, 1]);
});

/** A fee in each month, once more on these days, and what gives some back. */
const twice = (dates: readonly string[], ...credits: Move[]) =>
  repeats(
    csvOf(rowsWith(...monthly, ...dates.map((date): Move => [date, 1_000, 'LOAN ACCOUNT FEE']), ...credits)),
  );

it('what gives one fee back is for the last one before it, and what gives back two for the last that are charged twice', () => {
  const [first, second] = ['2025-04-19', '2025-05-20'];
  expect(twice([first], ['2025-09-21', -1_000, 'FEE WAIVER'])).toBe(1);
  expect(twice([first], [first, -1_000, 'FEE WAIVER'])).toBe(0);
  expect(twice([first, second], ['2025-05-21', -1_000, 'FEE WAIVER'])).toBe(1);
  expect(twice([first, second], ['2025-09-21', -2_000, 'FEE REFUND'])).toBe(0);
  expect(twice([first, first], ['2025-09-21', -2_000, 'FEE REFUND'])).toBe(0);
});

it('without balances, a fee is called charged twice only between two balances that are typed', () => {
  const rows = rowsWith(packageFee, packageFee);
  const between = (closingCents: number | null) => {
    const typed = typedWith({ openingCents: 41_234_567, closingCents });
    return checkFiles(filesFor([withoutBalances(csvOf(rows))], [], typed)).repeats.length;
  };
  expect([between(null), between(rows.at(-1)!.balance)]).toEqual([0, 1]);
});
