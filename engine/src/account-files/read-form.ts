/** Reads the files of one form: the days, amounts and sides of their rows, and what is no transaction. */
import { mapSlices, type Slices } from 'engine/slices.ts';
import { chooseColumns, type Columns, follows, followingIn, isEffective } from './columns.ts';
import { type DateOrder, orderOfDates } from './date-order.ts';
import { asInFile, byDays, compareDays } from './order.ts';
import { type Parsed, type ParsedRow, parseSheet } from './parse-rows.ts';
import { readDate } from './cells.ts';
import type { AccountRow, FileAnswers, Place, SheetReading } from './reading.ts';
import type { Sheet } from './sheet.ts';
import { yearsFirst } from './year-order.ts';
import { sideOf, signOfBalances, turnWithoutBalances, type Ways, waysOfWriting } from './sides.ts';

/** The order of dates that other files of the person prove, or that was answered for them. */
export type ProvenOrder = { isMonthFirst: boolean; isAnswered: boolean } | null;

export interface FormReading {
  readings: SheetReading[];
  provenOrder: ProvenOrder;
}

export function* readForm(
  read: readonly Sheet[],
  place: Place,
  answersOf: (file: string) => FileAnswers,
  otherOrder: ProvenOrder,
): Slices<FormReading> {
  const answered = <Key extends keyof FileAnswers>(key: Key): FileAnswers[Key] | undefined =>
    read.map(({ file }) => answersOf(file)[key]).find((each) => each !== undefined);
  const yearAnswer = answered('isYearFirst');
  const { sheets, isOpen: isYearOpen } = yearsFirst(read, yearAnswer);
  yield;
  const chosen = yield* chooseColumns(sheets);
  const corrected = answered('columns');
  const columns = { ...chosen.columns, ...corrected };
  const order = yield* orderOfDates(sheets, columns);
  const answer = answered('isMonthFirst');
  const isMonthFirst = answer ?? (order === 'open' ? (otherOrder?.isMonthFirst ?? false) : order === 'month');
  const isOrderOpen = order === 'open' && answer === undefined && otherOrder === null;
  const stepped: Stepped[] = [];
  for (const sheet of sheets) {
    const parsed = yield* parseSheet(sheet, columns, isMonthFirst, answersOf(sheet.file));
    stepped.push(yield* inOrder(parsed));
    yield;
  }
  const sign = signOfBalances(stepped, place, answered('isTurned'));
  yield;
  const turn = turnWithoutBalances(stepped, place, answered('isTurned'));
  const ways = yield* waysOfWriting(stepped);
  const isOrderAnswered = order === 'open' && (answer !== undefined || (otherOrder?.isAnswered ?? false));
  const foundDate = chosen.columns.dates[0];
  const readings: SheetReading[] = [];
  for (const each of stepped) {
    yield;
    const reading = yield* readingOf(each, {
      place,
      sign,
      turn,
      ways,
      columns,
      isMonthFirst,
      answers: answersOf(each.sheet.file),
      isOrderAnswered,
      isYearAnswered: yearAnswer !== undefined,
      foundDate,
      areColumnsCorrected: corrected !== undefined,
      areWordsCorrected: columns.words.join() !== chosen.columns.words.join(),
      isYearOpen,
    });
    if (isOrderOpen || isYearOpen) reading.asks.add('date_order');
    if (chosen.isOpen && !corrected) reading.asks.add('columns');
    readings.push(reading);
  }
  return { readings, provenOrder: provenBy(order, answer) };
}

const provenBy = (order: DateOrder, answer: boolean | undefined): ProvenOrder =>
  order === 'day' || order === 'month'
    ? { isMonthFirst: order === 'month', isAnswered: false }
    : answer === undefined
      ? null
      : { isMonthFirst: answer, isAnswered: true };

/** Whether two date columns differ in a row, and no header says which day is the effective one. */
function haveOtherDates({ header, rows }: Sheet, [first, second]: readonly number[]): boolean {
  if (first === undefined || second === undefined || isEffective(header?.[first] ?? '')) return false;
  return rows.some(({ cells }) => {
    const [one, other] = [readDate(cells[first] ?? ''), readDate(cells[second] ?? '')];
    return one !== null && other !== null && one.dayFirst !== other.dayFirst;
  });
}

/** The day that a row would have by the other answer to which days count. Null where there is none. */
function otherDays(
  sheet: Sheet,
  { columns, isMonthFirst, isOrderAnswered, foundDate }: ReadingContext,
): (row: ParsedRow) => string | null {
  const isCorrected = columns.dates[0] !== foundDate;
  const other = isCorrected ? foundDate : haveOtherDates(sheet, columns.dates) ? columns.dates[1] : undefined;
  return ({ cells, date, dateText }) => {
    const inOther = other === undefined ? null : readDate(cells[other] ?? '');
    const days = [
      ...(isOrderAnswered ? [isMonthFirst ? dateText?.dayFirst : dateText?.monthFirst] : []),
      isMonthFirst ? inOther?.monthFirst : inOther?.dayFirst,
    ];
    return days.find((day) => day && day !== date) ?? null;
  };
}

interface Stepped extends Parsed {
  ordered: readonly ParsedRow[];
  steps: ReadonlyMap<ParsedRow, number>;
  /** The row before which the balance of the account is known. */
  first: ParsedRow | undefined;
  /** Whether the balances follow in the order of posting only. */
  isByPosting: boolean;
}

/** The rows in their order, without those that are no transactions by their words and do not follow. */
function* inOrder(parsed: Parsed): Slices<Stepped> {
  let { rows } = parsed;
  for (;;) {
    yield;
    const sorted = byDays(rows);
    yield;
    const posted = asInFile(rows);
    const isByPosting = followingIn(posted) > followingIn(sorted);
    const proven = isByPosting ? posted : sorted;
    yield;
    const steps = new Map<ParsedRow, number>();
    for (const [index, row] of proven.entries()) {
      const before = proven[index - 1];
      if (follows(before, row)) steps.set(row, (row.balance ?? 0) - (before?.balance ?? 0));
    }
    const summaries = rows.filter((row) => parsed.summaries.has(row) && !steps.has(row));
    if (summaries.length === 0) {
      const ordered = isByPosting ? proven.toSorted(compareDays) : proven;
      return { ...parsed, ordered, steps, first: proven[0], isByPosting };
    }
    for (const row of summaries) {
      const reason = parsed.summaries.get(row) ?? '';
      parsed.leftOut.push({ row, reason, isOwn: false, isReadable: row.size !== null });
    }
    rows = rows.filter((row) => !summaries.includes(row));
  }
}

interface ReadingContext {
  place: Place;
  /** Of the balances: see `signOfBalances`. */
  sign: 1 | -1 | null;
  /** Of the amounts in files without balances: see `turnWithoutBalances`. */
  turn: 1 | -1 | null;
  ways: Ways;
  columns: Columns;
  isMonthFirst: boolean;
  answers: FileAnswers;
  /** Whether only an answer says that the day or the month stands first. */
  isOrderAnswered: boolean;
  isYearAnswered: boolean;
  /** The column of the days, without a correction. */
  foundDate: number | undefined;
  areColumnsCorrected: boolean;
  areWordsCorrected: boolean;
  isYearOpen: boolean;
}

function* readingOf(stepped: Stepped, context: ReadingContext): Slices<SheetReading> {
  const { place, sign, ways, answers, columns, isMonthFirst } = context;
  const { sheet, steps, ordered, first, isByPosting } = stepped;
  const asks: SheetReading['asks'] = new Set();
  const hasBalances = ordered.some(({ balance }) => balance !== null);
  // What leaves the holder of a loan account adds to the debt.
  const holderSign = place === 'loan' ? -1 : 1;
  const found = hasBalances ? sign : context.turn;
  const turn = (hasBalances ? 1 : holderSign) * (found ?? 1);
  if (found === null) asks.add('signs');

  const sizeWithSide = (row: ParsedRow): number | null => {
    if (row.size === null || row.size === 0) return row.size;
    const answer = answers.sides?.get(row.number);
    if (answer !== undefined) return answer ? row.size : 0 - row.size;
    const side = hasBalances ? sideOf(row, ways, holderSign * turn) : row.wordSide;
    return side ? turn * side * row.size : null;
  };
  /** What a row adds to the account, from its step or its size and side. Null where the side must be asked. */
  const centsOf = (row: ParsedRow): number | null => {
    const step = steps.get(row);
    const cents = step === undefined ? sizeWithSide(row) : turn * step;
    if (cents === null && row.size !== null) asks.add('sides');
    return cents;
  };
  const otherDayOf = otherDays(sheet, context);
  const read = yield* mapSlices(ordered, (row): AccountRow | null => {
    const { size, number, date, texts, interest } = row;
    if (size === null) return null;
    const isAnswered =
      row.isTaken ||
      context.isYearAnswered ||
      (context.areWordsCorrected && interest !== null) ||
      (!steps.has(row) &&
        (answers.sides?.has(number) || answers.isTurned !== undefined || context.areColumnsCorrected));
    const balance = isByPosting || row.balance === null ? null : turn * row.balance + 0;
    const isFee = sheet.kinds?.get(number) === 'fee';
    const common = { file: sheet.file, number, date, size, texts, interest };
    const [cents, otherDate] = [centsOf(row), otherDayOf(row)];
    return { ...common, cents, balance, isFee, follows: steps.has(row), isAnswered, otherDate };
  });
  const noAmount = { date: '', cents: null, isOwn: false, isReadable: false };
  const others = sheet.otherRows.map((row) => ({ row, reason: 'another account', ...noAmount }));
  const leftOut = stepped.leftOut.map(({ row, ...each }) => {
    return { ...each, row: row.number, date: row.date, cents: sizeWithSide(row) };
  });
  return {
    sheet,
    columns,
    isMonthFirst,
    rows: read.filter((row) => row !== null),
    leftOut: [...leftOut, ...(place === 'loan' ? others : [])].toSorted((one, other) => one.row - other.row),
    faults: stepped.faults.map((fault) => ({
      ...fault,
      step: fault.step === null ? null : turn * fault.step,
    })),
    openingCents: openingOf(stepped, turn, holderSign, first ? centsOf(first) : null),
    hasBalances: hasBalances && !isByPosting,
    following: steps.size,
    stated: ordered.filter(({ balance }) => balance !== null).length,
    asks,
    isYearOpen: context.isYearOpen,
    hasOtherDates: haveOtherDates(sheet, columns.dates),
  };
}

/** The balance before the first row, if the file states one. */
function openingOf(
  { sheet, first }: Stepped,
  turn: number,
  holderSign: number,
  firstCents: number | null,
): number | null {
  const balance = first?.balance ?? null;
  if (balance !== null) return firstCents === null ? null : turn * balance - firstCents;
  return sheet.openingCents === undefined ? null : holderSign * sheet.openingCents + 0;
}
