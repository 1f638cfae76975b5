import { noAnswers } from 'engine/account-files/questions.ts';
import type { FileAnswers } from 'engine/account-files/reading.ts';
import type { RowKind } from 'engine/account-files/row-kinds.ts';
import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { accusations, checkFiles, explained, filesFor, filesOf } from './account-answers.ts';
import {
  byDate,
  csvOf,
  holding,
  loanRows,
  type Move,
  named,
  offsetRows,
  offsetTyped,
  repayments,
  salaries,
  typedWith,
  withoutBalances,
} from './account-rows.ts';
import { accountsOf, type FileForm, fileForms, rightLoans, writeFiles } from './right-loans.ts';

/** Without faults. */
const whole: FileForm = {
  date: 'iso',
  amount: 'signed',
  hasBalances: true,
  hasHeader: true,
  isNewestFirst: false,
  cut: null,
  isReversed: false,
  lost: [],
  damaged: null,
};

it('a right loan is never accused, under no answer to any question, whatever its files lack', () => {
  assert(
    property(rightLoans, fileForms, fileForms, (loan, form, offsetForm) => {
      const { rows, offset, previous } = accountsOf(loan);
      const typed = {
        previousChargeDate: previous,
        openingCents: form.hasBalances ? null : loan.opening,
        closingCents: null,
        offsetOpeningCents: new Map(
          ['offset0', 'offset1'].map((file) => [file, loan.offsetOpening ?? 0] as const),
        ),
      };
      const offsets =
        loan.offsetOpening === null || offset.length === 0
          ? []
          : filesOf('offset', writeFiles(offset, offsetForm, false));
      expect(
        accusations({ loan: filesOf('loan', writeFiles(rows, form, true)), offset: offsets, typed }),
      ).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

it('a right loan is never accused where the rows between two of its files, which come to nothing, are in neither', () => {
  assert(
    property(rightLoans, integer({ min: 2, max: 5 }), (loan, month) => {
      const redraw = { month, day: 22, cents: 2_000_000, text: 'REDRAW' } as const;
      const back = { month, day: 25, cents: -2_000_000, text: 'EXTRA' } as const;
      const { rows, previous } = accountsOf({
        ...loan,
        months: 8,
        moves: [redraw, back],
        offsetOpening: null,
      });
      const at = rows.findIndex(({ text }) => text === redraw.text);
      const files = [rows.slice(0, at), rows.slice(at + 2)].flatMap((part) => writeFiles(part, whole, true));
      expect(accusations(filesFor(files, [], { ...typedWith(), previousChargeDate: previous }))).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

const numbersOf = (rows: readonly { text: string }[], text: string) =>
  rows.flatMap((row, index) => (row.text === text ? index + 2 : []));

const differing = (...[files, answers]: Parameters<typeof checkFiles>) =>
  checkFiles(files, answers).charges.flatMap(({ status, date }) => (status === 'differs' ? date : []));

const wrong = new Map([[4, 150_000]]);
const answered = (answers: FileAnswers) => ({ ...noAnswers, files: new Map([['loan0', answers]]) });

it('a charge is not called wrong where an amount of its period is read from the balances, as a person answered', () => {
  const rows = loanRows({ moves: [...repayments, ['2025-06-10', -10_000, 'EXTRA']], wrong });
  const text = csvOf(rows);
  const answers = answered({ taken: new Set(numbersOf(rows, 'EXTRA')) });
  expect(differing(filesFor([text]))).toEqual(['2025-06-20']);
  expect(differing(filesFor([text.replace('100.00,EXTRA', '1OO.OO,EXTRA')]), answers)).toEqual([]);
});

it('a charge is not called wrong where a person left out rows of its period that come to nothing', () => {
  const moves: Move[] = [
    ...repayments,
    ['2025-06-09', 500_000, 'REDRAW'],
    ['2025-06-16', -500_000, 'REDRAW'],
  ];
  const rows = loanRows({ moves, wrong });
  const leftOut = new Map(numbersOf(rows, 'REDRAW').map((number) => [number, 'Counted twice']));
  const typed = typedWith({ openingCents: 41_234_567, closingCents: rows.at(-1)!.balance });
  const files = filesFor([withoutBalances(csvOf(rows))], [], typed);
  expect(differing(files)).toEqual(['2025-06-20']);
  expect(differing(files, answered({ leftOut }))).toEqual([]);
});

it('a charge is not called wrong where the balances of an offset account show that a row of its period is missing', () => {
  const moves: Move[] = [...salaries, ['2025-06-05', -10_000, 'MOVED'], ['2025-06-15', 10_000, 'CASH']];
  const offset = offsetRows(holding, moves.toSorted(byDate));
  const loan = csvOf(loanRows({ offset, offsetOpening: holding, wrong }));
  const known = offset.filter(({ text }) => text !== 'MOVED');
  const differingWith = (rows: typeof offset) =>
    differing(filesFor([loan], [csvOf(rows, false)], offsetTyped));
  expect(differingWith(offset)).toEqual(['2025-06-20']);
  expect(differingWith(known)).toEqual([]);
});

it.each<[string, date: string, cents: number, text: string, RowKind?]>([
  [
    'only a person says that no credit after it corrects it',
    '2025-06-24',
    -40_000,
    'INTEREST ADJUSTMENT',
    'other',
  ],
  [
    'only a person says that a row of its period is no interest',
    '2025-06-10',
    40_000,
    'INTEREST ADJUSTMENT',
    'other',
  ],
  ['a credit after it corrects it', '2025-06-24', -40_000, 'INTEREST CHARGED REVERSAL'],
])('a charge is not called wrong where %s', (_, date, cents, text, kind) => {
  const differingWith = (words: string) => {
    const rows = loanRows({ moves: [...repayments, [date, cents, words]], wrong });
    const kinds = new Map(numbersOf(rows, words).flatMap((row) => (kind ? [[`loan0 ${row}`, kind]] : [])));
    return differing(filesFor([csvOf(rows)]), { ...noAnswers, kinds });
  };
  expect(differingWith('MOVED')).toEqual(['2025-06-20']);
  expect(differingWith(text)).toEqual([]);
});

it.each<[string, from: string, until: string, string[]]>([
  ['in its period alone', '2025-05-25', '2025-06-15', []],
  ['from its period on', '2025-05-25', '2025-12-31', []],
  ['until its period', '2025-01-01', '2025-06-01', []],
  ['all the time', '2025-01-01', '2025-12-31', ['2025-06-20']],
])(
  'where an account in the file of the loan held money %s, which the other charges do not count, a charge from %s to %s is called wrong: %j',
  (_, from, until, dates) => {
    const held = offsetRows(0, [
      [from, 5_000_000, 'DEPOSIT'],
      [until, -5_000_000, 'MOVED'],
    ]);
    const loan = named(csvOf(loanRows({ wrong })), '062-000 1234 5678');
    const [, ...others] = named(csvOf(held, false), '062-000 8765 4321').split('\n');
    expect(differing(filesFor([[loan, ...others].join('\n')]))).toEqual(dates);
  },
);

it('a charge is called wrong where two files of an offset account overlap, unless only their rows say that it is one', () => {
  const offset = offsetRows(holding, salaries);
  const loan = csvOf(loanRows({ offset, offsetOpening: holding, wrong }));
  const parts = [offset.slice(0, 4), offset.slice(2)].map((rows) => csvOf(rows, false));
  const numbered = parts.map((text) => named(text, '062-000 8765 4321'));
  const differingWith = (texts: string[]) => differing(filesFor([loan], texts, offsetTyped));
  expect([differingWith(numbered), differingWith(parts)]).toEqual([['2025-06-20'], []]);
});

it('an offset account that was overdrawn adds nothing to what interest is charged on', () => {
  const rows = offsetRows(100_000, [
    ['2025-05-01', -300_000, 'RENT'],
    ['2025-06-25', 5_000_000, 'SALARY'],
  ]);
  const offset = rows.map((row) => ({ ...row, balance: Math.max(row.balance, 0) }));
  const loan = csvOf(loanRows({ offset, offsetOpening: 100_000 }));
  expect(explained(checkFiles(filesFor([loan], [csvOf(rows, false)])))).toBe(9);
});

it('a charge is not called wrong where only a person says that two files are of one offset account', () => {
  const offset = offsetRows(holding, salaries);
  const parts = [offset.slice(0, 2), offset.slice(2)].map((rows) => csvOf(rows, false));
  const files = filesFor([csvOf(loanRows({ offset, offsetOpening: holding, wrong }))], parts, offsetTyped);
  expect(differing(files)).toEqual(['2025-06-20']);
  expect(differing(files, { ...noAnswers, belongs: new Map([['offset1', true]]) })).toEqual([]);
});
