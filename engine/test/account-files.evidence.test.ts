import { repeatedInterest } from 'engine/account-files/repeated-interest.ts';
import type { RowKind } from 'engine/account-files/row-kinds.ts';
import { expect, it } from 'vitest';
import { accusations, checkFiles, explained, filesFor } from './account-answers.ts';
import {
  type AccountRow,
  byDate,
  csvOf,
  type LoanTerms,
  loanRows,
  type Move,
  holding,
  offsetRows,
  offsetTyped,
  repayments,
  salaries,
  typedWith,
  withoutBalances,
} from './account-rows.ts';

const check = (rows: readonly AccountRow[]) => checkFiles(filesFor([csvOf(rows)]));

const kindsOf = ({ reading }: ReturnType<typeof checkFiles>, text: string): RowKind[] =>
  reading.rows.flatMap(({ texts, kind }) => (texts.includes(text) ? [kind] : []));

const interestOnly = (repay: LoanTerms['repay'], wrong?: [number, number]) =>
  loanRows({ moves: [], repay, wrong: new Map(wrong ? [wrong] : []) });

it.each(['LOAN INTEREST PAYMENT', 'MONTHLY INTEREST DIRECT DEBIT', 'INTEREST DUE PAID', 'INTEREST CHARGED'])(
  'interest that is repaid each month by %s is no correction, whatever is repaid otherwise in a month',
  (text) => {
    const others = [
      null,
      { days: 4, text },
      { days: 4, text: 'TRANSFER FROM SAVINGS' },
      { days: 4, text, cents: -220_000 },
    ];
    for (const other of others) {
      const rows = interestOnly((charge) => (charge === 4 ? other : { days: 4, text }));
      for (const files of [[csvOf(rows)], [csvOf(rows.toReversed())], [csvOf(rows.slice(1))]]) {
        expect(accusations(filesFor(files))).toEqual([]);
        const { reading } = checkFiles(filesFor(files));
        expect(reading.rows.map(({ cents }) => cents)).toEqual(
          rows.slice(files[0]!.includes('2025-02-20') ? 0 : 1).map(({ cents }) => cents),
        );
      }
      expect(explained(check(rows))).toBe(9);
    }
    const wrong = check(interestOnly(() => ({ days: 4, text }), [4, 2_500]));
    expect(explained(wrong)).toBe(8);
  },
);

it('interest that is repaid in about half of the months is asked about, and once it is a correction', () => {
  const rows = interestOnly((charge) => (charge < 4 ? { days: 3, text: 'LOAN INTEREST PAYMENT' } : null));
  expect(accusations(filesFor([csvOf(rows)]))).toEqual([]);
  expect([...check(rows).reading.confirm]).toEqual(['interest']);
  const once = interestOnly((charge) => (charge === 4 ? { days: 3, text: 'LOAN INTEREST PAYMENT' } : null));
  expect(kindsOf(check(once), 'LOAN INTEREST PAYMENT')).toEqual(['interest']);
  // Of which charge, and whether it is one, is not proven.
  expect(accusations(filesFor([csvOf(once)]))).toEqual([]);
});

it.each([
  [-1, 'DEBIT INTEREST CHARGED ADJ DECREASE'],
  [-5_000, 'INTEREST CHARGED REVERSAL'],
])(
  'a correction of %s cents on the day of the next charge leaves that charge one of its own',
  (cents, text) => {
    for (const date of ['2025-06-20', '2025-05-25']) {
      const rows = loanRows({ moves: [...repayments, [date, cents, text]], wrong: new Map([[3, -cents]]) });
      expect(explained(check(rows))).toBe(9);
      expect(check(rows).charges).toHaveLength(9);
    }
  },
);

it.each(['2025-05-22', '2025-05-23', '2025-06-20'])(
  'a charge that was taken back on 22 May or 20 June and is charged again on %s is one charge',
  (again) => {
    const right = loanRows().find(({ date }) => date === '2025-05-20')!.cents;
    const reversed = again === '2025-06-20' ? again : '2025-05-22';
    const moves: Move[] = [
      ...repayments,
      [reversed, -right - 5_000, 'INTEREST CHARGED REVERSAL'],
      [again, right, 'INTEREST CHARGED'],
    ];
    const rows = loanRows({ moves, wrong: new Map([[3, 5_000]]) });
    expect(explained(check(rows))).toBe(9);
    expect(accusations(filesFor([csvOf(rows)]))).toEqual([]);
    const others = rows.map((row) => (row.text.endsWith('REVERSAL') ? { ...row, text: 'REV INT' } : row));
    expect(accusations(filesFor([csvOf(others)]))).toEqual([]);
  },
);

it.each(['INTEREST', 'LOAN INTEREST', 'INT'])(
  'a transfer named %s as the charges are is asked about, and no answer accuses',
  (text) => {
    for (const dates of [
      ['2025-06-03'],
      ['2025-06-20'],
      ['2025-06-18'],
      ['2025-04-11', '2025-05-11', '2025-06-11', '2025-07-11'],
    ]) {
      const transfers = dates.map((date): Move => [date, 75_000, `${text} 2025`]);
      const rows = loanRows({ text, moves: [...repayments, ...transfers] });
      const { reading } = check(rows);
      expect([...reading.confirm]).toEqual(['interest']);
      expect(accusations(filesFor([csvOf(rows)]))).toEqual([]);
    }
  },
);

it('interest that is charged each fortnight is not asked about', () => {
  const rows = Array.from({ length: 8 }, (_, index) => loanRows({ months: 1, opening: 40_000_000 + index }));
  const dates = Array.from({ length: 8 }, (_, index) => `2025-0${2 + (index >> 1)}-${index % 2 ? 18 : '04'}`);
  let balance = 40_000_000;
  const fortnightly = rows.map(([, charge], index) => {
    const cents = charge!.cents;
    return { ...charge!, date: dates[index]!, cents, balance: (balance += cents) };
  });
  expect([...check(fortnightly).reading.confirm]).toEqual([]);
});

const round = (date: string, back: string, cents = 500_000): Move[] => [
  [date, cents, 'REDRAW'],
  [back, -cents, 'PUT BACK'],
];
/** A loan of which a file lacks two rows within a month that come to nothing. */
const lacking = loanRows({ moves: [...repayments, ...round('2025-05-09', '2025-05-16')] });
const isLacked = ({ text }: AccountRow) => text === 'REDRAW' || text === 'PUT BACK';
const before = lacking.slice(0, lacking.findIndex(isLacked));
const after = lacking.slice(before.length + 2);
/** More than any rate of some days explains. */
const beyondRates = 150_000;
const wrongRows = loanRows({ wrong: new Map([[4, beyondRates]]) });
const opening = { openingCents: 41_234_567 };
const closing = { closingCents: lacking.at(-1)!.balance };

it.each([
  ['one file without balances', [withoutBalances(csvOf([...before, ...after]))], opening],
  [
    'the same between two typed balances',
    [withoutBalances(csvOf([...before, ...after]))],
    { ...opening, ...closing },
  ],
  ['two files without balances', [csvOf(before), csvOf(after)].map(withoutBalances), opening],
  ['two files whose balances meet', [csvOf(before), csvOf(after)], {}],
])('what begins and ends within a month and is missing from %s accuses nobody', (_, texts, typed) => {
  const files = filesFor(texts, [], typedWith(typed));
  expect(accusations(files)).toEqual([]);
  expect(explained(checkFiles(files))).toBe(8);
});

const differs = (texts: string[], typed = {}) =>
  checkFiles(filesFor(texts, [], typedWith(typed))).charges.flatMap(({ status, date }) =>
    status === 'differs' ? [date] : [],
  );

const wrongBy = (cents: number, moves: Move[] = []) =>
  differs([csvOf(loanRows({ wrong: new Map([[4, cents]]), moves: [...repayments, ...moves] }))]);

it('a charge that is wrong by as much as is repaid each month is called wrong, and one whose excess is given back once is not', () => {
  expect(wrongBy(272_500)).toEqual(['2025-06-20']);
  expect(wrongBy(beyondRates, [['2025-06-25', -beyondRates, 'REPAYMENT']])).toEqual([]);
});

it('a charge is wrong only where balances lead through its days', () => {
  const parts = (at: number) => [csvOf(wrongRows.slice(0, at)), csvOf(wrongRows.slice(at))];
  expect(differs([csvOf(wrongRows)])).toEqual(['2025-06-20']);
  expect(differs(parts(3))).toEqual(['2025-06-20']);
  expect(differs(parts(wrongRows.findIndex(({ date }) => date > '2025-05-20')))).toEqual([]);
  expect(differs([withoutBalances(csvOf(wrongRows))], opening)).toEqual([]);
});

const dip = round('2025-05-01', '2025-05-12', -1_000_000);
/** The file of an offset account without the rows that come to nothing, and the loan that had them. */
function dipped(moves: readonly Move[]): { loan: string; known: AccountRow[] } {
  const earlier = moves.filter(([date]) => date < '2025-05-01');
  const offset = offsetRows(holding, [...earlier, ...dip, ...moves.slice(earlier.length)]);
  return {
    loan: csvOf(loanRows({ offset, offsetOpening: holding })),
    known: offset.filter((row) => !isLacked(row)),
  };
}
const { loan: salaryLoan, known: salaryRows } = dipped(salaries);
const { loan: steadyLoan, known: steadyRows } = dipped(salaries.slice(0, 2));
const cut = [salaryRows.slice(0, 8), salaryRows.slice(8)];

it.each([
  ['without balances', salaryLoan, [withoutBalances(csvOf(salaryRows, false))]],
  ['that has ended', steadyLoan, [csvOf(steadyRows, false)]],
  ['in two files whose balances meet', salaryLoan, cut.map((rows) => csvOf(rows, false))],
])('money that left an offset account %s for some days accuses nobody', (_, loan, offset) => {
  const files = filesFor([loan], offset, offsetTyped);
  expect(accusations(files)).toEqual([]);
  expect(explained(checkFiles(files))).toBe(8);
});

it('a balance that is typed for an offset account without a file accuses nobody', () => {
  const { loan } = dipped([]);
  expect(accusations({ ...filesFor([loan]), constantCents: holding })).toEqual([]);
  expect(explained(checkFiles({ ...filesFor([loan]), constantCents: holding }))).toBe(8);
});

it('a wrong charge with an offset account that is known on each day is called wrong', () => {
  const offset = offsetRows(holding, salaries);
  const loan = loanRows({ offset, offsetOpening: holding, wrong: new Map([[4, beyondRates]]) });
  const { charges } = checkFiles(filesFor([csvOf(loan)], [csvOf(offset, false)], offsetTyped));
  expect(charges.flatMap(({ status, date }) => (status === 'differs' ? [date] : []))).toEqual(['2025-06-20']);
});

const dates = (date: string): Move[] => [...salaries, [date, -250_000, 'MOVED'] as const].toSorted(byDate);

it.each([
  ['repayment', 0, '2025-05-30'],
  ['repayment', 0, '2025-05-23'],
  ['transfer from the offset account', 5_000_000, '2025-05-26'],
])('a %s that counts from another day than that of its row accuses nobody', (_, money, counted) => {
  const [right, posted] = [counted, '2025-05-27'].map((date) => ({
    offset: money ? offsetRows(money, dates(date)) : [],
    moves: repayments.map((move): Move =>
      move[0] === '2025-05-27' && !money ? [date, move[1], move[2]] : move,
    ),
  }));
  const rows = loanRows({ ...right!, offsetOpening: money });
  const loan = rows.map((row) => (row.date === counted && !money ? { ...row, date: '2025-05-27' } : row));
  const files = filesFor([csvOf(loan)], money ? [csvOf(posted!.offset, false)] : [], offsetTyped);
  expect(accusations(files)).toEqual([]);
  expect(explained(checkFiles(files))).toBe(8);
});

it('several rows of a period that count from other days than their own accuse nobody', () => {
  const posted = new Map([
    ['2025-06-09', '2025-06-06'],
    ['2025-06-10', '2025-06-08'],
  ]);
  const moves = [
    ...repayments,
    ['2025-06-09', -150_033, 'TRANSFER'],
    ['2025-06-10', 100_077, 'REDRAW'],
  ] as const;
  const rows = loanRows({ moves }).map((row) => ({ ...row, date: posted.get(row.date) ?? row.date }));
  const files = filesFor([csvOf(rows)]);
  expect(accusations(files)).toEqual([]);
  expect(explained(checkFiles(files))).toBe(8);
});

it.each([
  ['is a week late', '2025-06-03', 261],
  ['is missing', null, 900],
])('default interest after a repayment that %s accuses nobody', (_, paid, cents) => {
  const moves = repayments.flatMap((move): Move[] => {
    if (move[0] !== '2025-05-27') return [move];
    return paid === null ? [] : [[paid, move[1], move[2]]];
  });
  const loanOf = (wrong: number) => filesFor([csvOf(loanRows({ moves, wrong: new Map([[4, wrong]]) }))]);
  expect(accusations(loanOf(cents))).toEqual([]);
  expect(accusations(loanOf(150_000))).not.toEqual([]);
});

it('interest that comes once more some days after a charge is found, unless a row of the same days may give it back', () => {
  const text = 'LOAN INTEREST';
  const rows = loanRows({ text });
  const { cents } = rows.find(({ date }) => date === '2025-05-20')!;
  const repeated = (...moves: Move[]) => {
    const all = [...repayments, ...moves, ['2025-05-23', cents, text] as const];
    const { reading, charges } = check(loanRows({ text, moves: all }));
    return repeatedInterest(reading.rows, charges).map(({ date, cents: size }) => [date, size]);
  };
  expect(repeated()).toEqual([['2025-05-23', cents]]);
  expect(repeated(['2025-05-21', -cents, 'EXTRA REPAYMENT'])).toEqual([['2025-05-23', cents]]);
  for (const credit of [
    'INTEREST REVERSAL',
    'INT REV',
    'CANCEL INTEREST',
    'INTEREST CREDIT',
    'ERROR',
    'DUPLICATE REMOVED',
    'CREDIT',
  ])
    for (const day of ['2025-05-21', '2025-05-24']) expect(repeated([day, -cents, credit])).toEqual([]);
  expect(repeatedInterest(check(rows).reading.rows, check(rows).charges)).toEqual([]);
});

it.each(['BANK INTEREST', 'FINANCE CHARGE'])(
  'amounts with signs only and no charge by words, %s, have their sign asked',
  (text) => {
    for (const isTurned of [false, true]) {
      const rows = loanRows({ text });
      const lines = rows.map(({ date, cents }) => `${date},${text},${((isTurned ? 1 : -1) * cents) / 100}`);
      const files = filesFor([['Date,Description,Amount', ...lines].join('\n')], [], typedWith(opening));
      expect([...checkFiles(files).reading.must]).toContain('signs');
      const answers = {
        files: new Map([['loan0', { isTurned }]]),
        belongs: new Map(),
        kinds: new Map(),
      };
      expect(checkFiles(files, answers).reading.rows.map(({ cents }) => cents)).toEqual(
        rows.map(({ cents }) => cents),
      );
      expect(accusations(files)).toEqual([]);
    }
  },
);

it('a column of numbers with eight digits is no date beside one of dates', () => {
  const rows = loanRows();
  const lines = csvOf(rows).split('\n');
  const text = lines.map((line, index) => `${index === 0 ? 'Ref' : 20_250_101 + index},${line}`).join('\n');
  const { reading } = checkFiles(filesFor([text]));
  expect(reading.rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date));
  expect([...reading.confirm]).toEqual([]);
});

it('a row left out has its date and amount, so that it can be found on the website of the bank', () => {
  const answers = {
    files: new Map([['loan0', { leftOut: new Map([[3, 'Counted twice']]) }]]),
    belongs: new Map(),
    kinds: new Map(),
  };
  const rows = loanRows();
  const { reading } = checkFiles(filesFor([csvOf(rows)]), answers);
  const { date, cents } = rows[1]!;
  expect(reading.lines[0]!.reading.leftOut).toMatchObject([{ row: 3, date, cents, isOwn: true }]);
});
