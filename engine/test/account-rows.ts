/** A loan account whose interest is exact, with the rows of a test, and files of it. */
import type { Typed } from 'engine/account-files/questions.ts';

export interface AccountRow {
  date: string;
  /** What it adds to the debt, or to the money in an offset account. */
  cents: number;
  text: string;
  balance: number;
}

export type Move = readonly [date: string, cents: number, text: string];

export interface LoanTerms {
  opening: number;
  /** In hundredths of a percent. */
  rate: number;
  /** The rates from later days on, the earliest first. */
  changes: readonly (readonly [from: string, rate: number])[];
  /** The first day of interest, which is the day of the charge before the first row. */
  previous: string;
  months: number;
  text: string;
  moves: readonly Move[];
  offset: readonly AccountRow[];
  offsetOpening: number;
  /** By the number of a charge, from 0: by how much it is wrong. */
  wrong: ReadonlyMap<number, number>;
  /** Repays a charge by rows of the same size some days later. Null for none. */
  repay: (charge: number) => { days: number; text: string; cents?: number } | null;
}

export const dayMs = 86_400_000;
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
export const addMonths = (date: string, months: number) => {
  const [year, month, day] = date.split('-').map(Number);
  return new Date(Date.UTC(year!, month! - 1 + months, day)).toISOString().slice(0, 10);
};

export const previous = '2025-01-20';

export const repayments: readonly Move[] = Array.from({ length: 9 }, (_, month) => [
  addMonths('2025-01-27', month),
  -272_500,
  'REPAYMENT',
]);

export function loanRows(changes: Partial<LoanTerms> = {}): AccountRow[] {
  const terms: LoanTerms = {
    opening: 41_234_567,
    rate: 614,
    changes: [],
    previous,
    months: 9,
    text: 'INTEREST CHARGED',
    moves: repayments,
    offset: [],
    offsetOpening: 0,
    wrong: new Map(),
    repay: () => null,
    ...changes,
  };
  const moves = terms.moves.map(([date, cents, text]) => ({ date, cents, text }));
  const rows: AccountRow[] = [];
  let owed = terms.opening;
  let sum = 0;
  let charges = 0;
  const add = (row: Omit<AccountRow, 'balance'>) => rows.push({ ...row, balance: (owed += row.cents) });
  for (let date = terms.previous; charges < terms.months || moves.some((move) => move.date >= date);) {
    if (charges < terms.months && date === addMonths(terms.previous, charges + 1)) {
      const cents = Math.round(sum / 3_650_000) + (terms.wrong.get(charges) ?? 0);
      add({ date, cents, text: terms.text });
      const repaid = terms.repay(charges);
      if (repaid)
        moves.push({
          date: addDays(date, repaid.days),
          cents: repaid.cents ?? -cents,
          text: repaid.text,
        });
      sum = 0;
      charges++;
    }
    for (const move of moves) if (move.date === date) add(move);
    const money = terms.offset.findLast((row) => row.date <= date)?.balance ?? terms.offsetOpening;
    const rate = terms.changes.findLast(([from]) => from <= date)?.[1] ?? terms.rate;
    sum += Math.max(0, owed - money) * rate;
    date = addDays(date, 1);
  }
  return rows;
}

export function offsetRows(opening: number, moves: readonly Move[]): AccountRow[] {
  let balance = opening;
  return moves.map(([date, cents, text]) => ({ date, cents, text, balance: (balance += cents) }));
}

const plain = (cents: number) => (cents / 100).toFixed(2);

/** As a bank writes it: money that leaves the holder and what is owed are negative. */
export const csvOf = (rows: readonly AccountRow[], isLoan = true) =>
  [
    'Date,Amount,Description,Balance',
    ...rows.map(({ date, cents, text, balance }) =>
      [date, plain(isLoan ? -cents : cents), text, plain(isLoan ? -balance : balance)].join(','),
    ),
  ].join('\n');

export const byDate = (one: readonly [string, ...unknown[]], other: readonly [string, ...unknown[]]) =>
  one[0] < other[0] ? -1 : 1;

/** What an offset account of tests holds before its first row, and its rows. */
export const holding = 5_012_345;
export const salaries = Array.from({ length: 9 }, (_, month): Move[] => [
  [addMonths('2025-01-25', month), 300_000, 'SALARY'],
  [addMonths('2025-01-28', month), -300_000, 'RENT'],
]).flat();

/** The file with a column for the account. */
export const named = (csv: string, name: string) =>
  csv
    .split('\n')
    .map((line, index) => `${line},${index === 0 ? 'Account' : name}`)
    .join('\n');

export const withoutBalances = (csv: string) => csv.replaceAll(/,[^,\n]*$/gm, '');

export const typedWith = (changes: Partial<Typed> = {}): Typed => ({
  previousChargeDate: previous,
  openingCents: null,
  closingCents: null,
  offsetOpeningCents: new Map(),
  ...changes,
});

export const offsetTyped = typedWith({
  offsetOpeningCents: new Map([
    ['offset0', holding],
    ['offset1', holding],
  ]),
});
