/** Joins the files of one account, and tells accounts apart. */
import { textWithMonths } from './kinds.ts';
import { compareDays } from './order.ts';
import type { AccountRow, SheetReading } from './reading.ts';

export type Join = 'first' | 'continues' | 'overlaps' | 'contained' | 'apart' | 'unknown';

export interface FileLine {
  reading: SheetReading;
  join: Join;
  /** The rows that are in the files before as well. */
  both: number;
  /** What is missing between the file before and this one. */
  missingCents: number | null;
  /** Whether the person must say if the file belongs to the account of the file before it. */
  isAsked: boolean;
  /** The file before it in the account, or of which the question is. */
  before: string | null;
}

export interface JoinedAccount {
  rows: AccountRow[];
  /** Null where no file states the balance before its first row. */
  openingCents: number | null;
  lines: FileLine[];
}

/** What two files say about whether they are one account. Null where they say nothing. */
export interface Relation {
  isOne: boolean | null;
  join: Join;
  both: number;
  rows: AccountRow[];
  missingCents: number | null;
  /** Whether two accounts could join so as well: under other texts, by a single row, or by a round balance. */
  isWeak?: boolean | undefined;
}

const digitsOf = (name: string) => name.replaceAll(/\D/g, '');
/** Digits with the signs between them, or masked: no letters of a name, and enough digits to tell accounts apart. */
const isNumber = (name: string) => /^[\dx*.\s/-]+$/i.test(name) && digitsOf(name).length >= fewestDigits;
const fewestDigits = 3;

export function isSameNumber(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  const [a, b] = [digitsOf(one), digitsOf(other)];
  if (isNumber(one) && isNumber(other)) return a.endsWith(b) || b.endsWith(a);
  // A name and a number say nothing of each other.
  if (isNumber(one) || isNumber(other)) return null;
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

const isSameRow = (one: AccountRow, other: AccountRow) =>
  one.date === other.date &&
  one.cents === other.cents &&
  (one.balance === null || other.balance === null || one.balance === other.balance);

const isRound = (cents: number) => cents % 10_000 === 0;

type Overlap = Pick<Relation, 'join' | 'both' | 'rows' | 'isWeak'>;

/** Whether the rows that two files have in common could be those of two accounts with equal amounts. */
function isWeakOverlap(pairs: readonly (readonly [AccountRow, AccountRow])[]): boolean {
  const isSameText = pairs.every(([one, other]) => textWithMonths(one.texts) === textWithMonths(other.texts));
  return !isSameText || (pairs.length === 1 && isRound(pairs[0]![0].balance ?? 0));
}

const balanceAfter = (rows: readonly AccountRow[]): number | null => rows.at(-1)?.balance ?? null;

/** How a file relates to the account of the files before it. */
export function relate(account: JoinedAccount, reading: SheetReading): Relation {
  const { rows: before } = account;
  const { rows } = reading;
  const number = account.lines
    .map(({ reading: { sheet } }) => isSameNumber(sheet.account, reading.sheet.account))
    .find((each) => each !== null);
  const overlap = number === false ? null : overlapOf(before, rows);
  if (overlap) {
    // Rows that are all in another file may also be those of a second account with equal rows.
    const isWeak = !number && (overlap.isWeak || overlap.join === 'contained');
    return { isOne: true, missingCents: null, ...overlap, isWeak };
  }
  const [last, first] = [before.at(-1), rows[0]];
  const appended = [...before, ...rows].toSorted(compareDays);
  const common = { both: 0, rows: appended, missingCents: null };
  if (number === false) return { isOne: false, join: 'first', ...common };
  const areInterleaved = last !== undefined && first !== undefined && first.date < last.date;
  if (areInterleaved && number !== true) return { isOne: false, join: 'first', ...common };
  const close = balanceAfter(before);
  const open = reading.openingCents;
  if (close !== null && open !== null && reading.hasBalances) {
    if (close === open && close !== 0)
      return { isOne: true, join: 'continues', ...common, isWeak: !number && isRound(close) };
    return { isOne: number ?? null, join: 'apart', ...common, missingCents: open - close };
  }
  return { isOne: number ?? null, join: 'unknown', ...common };
}

/** The rows that end one file and begin the other, or that are all in the other. */
function overlapOf(before: readonly AccountRow[], rows: readonly AccountRow[]): Overlap | null {
  const areStated = [before, rows].every((each) => each.every(({ balance }) => balance !== null));
  if (!areStated) return overlapByDays(before, rows);
  for (let length = Math.min(before.length, rows.length); length > 0; length--) {
    const start = before.length - length;
    if (!before.slice(start).every((row, index) => isSameRow(row, rows[index]!))) continue;
    const join = length === rows.length ? 'contained' : 'overlaps';
    const isWeak = isWeakOverlap(before.slice(start).map((row, index) => [row, rows[index]!]));
    return { join, both: length, rows: [...before, ...rows.slice(length)], isWeak };
  }
  const start = before.findIndex((_, index) =>
    rows.every((row, at) => before[index + at] && isSameRow(before[index + at]!, row)),
  );
  if (start < 0) return null;
  const isWeak = isWeakOverlap(rows.map((row, at) => [row, before[start + at]!]));
  return { join: 'contained', both: rows.length, rows: [...before], isWeak };
}

/** Without balances: the first and the last day of a file may be cut, so the larger number of equal rows counts there. */
function overlapByDays(before: readonly AccountRow[], rows: readonly AccountRow[]): Overlap | null {
  const [first, last, end] = [rows[0]?.date ?? '', before.at(-1)?.date ?? '', rows.at(-1)?.date ?? ''];
  if (first === '' || last === '' || first > last) return null;
  const cut = new Set([before[0]!.date, last, first, end]);
  const rest = [...rows];
  const pairs: (readonly [AccountRow, AccountRow])[] = [];
  const merged: AccountRow[] = [];
  for (const row of before) {
    const index = rest.findIndex((other) => isSameRow(row, other));
    if (index < 0) {
      const isInBoth = row.date >= first && row.date <= end;
      if (isInBoth && !cut.has(row.date)) return null;
      merged.push(row);
      continue;
    }
    const [other] = rest.splice(index, 1);
    pairs.push([row, other!]);
    merged.push({ ...row, balance: row.balance ?? other!.balance });
  }
  const both = pairs.length;
  if (both === 0 || rest.some((row) => row.date <= last && !cut.has(row.date))) return null;
  const join = rest.length === 0 ? 'contained' : 'overlaps';
  return { join, both, rows: [...merged, ...rest].toSorted(compareDays), isWeak: isWeakOverlap(pairs) };
}

/** Other accounts, to none of which the file is known to belong. */
export function startAccount(
  reading: SheetReading,
  question?: { relation: Relation; before: string | null },
): JoinedAccount {
  const line: FileLine = {
    reading,
    join: 'first',
    both: 0,
    missingCents: question?.relation.missingCents ?? null,
    isAsked: question !== undefined,
    before: question?.before ?? null,
  };
  return { rows: [...reading.rows], openingCents: reading.openingCents, lines: [line] };
}

export function addTo(
  account: JoinedAccount,
  reading: SheetReading,
  { join, both, rows, missingCents }: Relation,
  isAsked = false,
): void {
  account.rows = rows;
  account.openingCents ??= openingBefore(rows, reading);
  account.lines.push({ reading, join, both, missingCents, isAsked, before: lastFileOf(account) });
}

/**
 * What the balance before the first row of a file says of that before the first of all rows, if none is missing. Rows of a
 * day may stand in another order in each file, so those of the first day that the file lacks come before it. In a file of
 * a single day, only the order says which of them do.
 */
function openingBefore(
  rows: readonly AccountRow[],
  { rows: own, openingCents }: SheetReading,
): number | null {
  const [first] = own;
  if (!first || openingCents === null) return null;
  const untilFirstDay = (each: readonly AccountRow[]) => each.filter(({ date }) => date <= first.date);
  const all = untilFirstDay(rows);
  if (all.some(({ cents }) => cents === null)) return null;
  const ownOfDay = untilFirstDay(own);
  if (ownOfDay.length < own.length) return openingCents - sumOf(all) + sumOf(ownOfDay);
  return (
    openingCents -
    sumOf(
      all.slice(
        0,
        all.findIndex((row) => isSameRow(row, first)),
      ),
    )
  );
}

export const sumOf = (rows: readonly { cents: number | null }[]): number =>
  rows.reduce((sum, { cents }) => sum + (cents ?? 0), 0);

export const lastFileOf = ({ lines }: JoinedAccount): string | null =>
  lines.at(-1)?.reading.sheet.file ?? null;

export const byFirstRows = (readings: readonly SheetReading[]): SheetReading[] =>
  readings.toSorted((one, other) =>
    compareDays({ date: one.rows[0]?.date ?? '' }, { date: other.rows[0]?.date ?? '' }),
  );
