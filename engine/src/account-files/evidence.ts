/**
 * Which charges that differ rest only on what a person answered. None of them is called wrong: a wrong answer must not accuse
 * a bank of a right loan.
 */
import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import { fewestCharges, isMonth } from './charge-rhythm.ts';
import { isCorrected } from './corrections.ts';
import type { FileLine } from './join.ts';
import { plainText } from './kinds.ts';
import { isBeyond, mayBeTwo, type OffsetAccount } from './offsets.ts';
import { accountKey, type Answers } from './questions.ts';
import type { AccountFilesReading, LoanRow } from './read-account-files.ts';
import type { AccountRow, SheetReading } from './reading.ts';
import { possibleOffsets } from './unused-accounts.ts';

export interface Checked {
  reading: Pick<AccountFilesReading, 'lines' | 'offsets' | 'unused' | 'isClosed'>;
  /** The rows of which the check was. */
  rows: readonly LoanRow[];
  answers: Answers;
  /** As the person typed it. */
  previousChargeDate: string | null;
  /** What the offset accounts without a file hold, as the person typed it. */
  constantCents?: number;
  /** Whether a person has typed another balance before the first row than that of a saved check. */
  isOpeningChanged?: boolean;
}

/** Why a charge that differs is not called wrong. */
export type RestingReason = 'start' | 'correction' | 'account' | 'answer' | 'balance' | 'join' | 'offset';

/** The charges that differ without evidence, by their indexes. */
export function restingCharges(checked: Checked, result: StatementResult): Map<number, RestingReason> {
  const { rows: charges } = result;
  const context = contextOf(checked, result);
  const resting = new Map<number, RestingReason>();
  for (const [index, charge] of charges.entries()) {
    if (charge.status !== 'differs') continue;
    const reason = restingReason(index, charges, checked, context);
    if (reason !== null) resting.set(index, reason);
  }
  return resting;
}

function restingReason(
  index: number,
  charges: readonly Charge[],
  checked: Checked,
  context: Context,
): RestingReason | null {
  const charge = charges[index]!;
  // A wrong day before the first charge gives another number of days.
  if (index === 0 && checked.previousChargeDate !== null) return 'start';
  const { unused, offsets } = checked.reading;
  if (isCorrected(charge, checked.rows)) return 'correction';
  if (possibleOffsets(unused, index, charges).length > 0 || offsets.some(mayBeTwo)) return 'account';
  const isProven =
    // A charge of 0, for which any balance and any days would do, proves no rate.
    charge.annual_interest_rate !== 0 &&
    !isTouched(index, charges, context) &&
    isConfirmed(index, charges, context);
  if (isProven) return null;
  if (offsets.some((offset) => isBeyond(charge, offset))) return 'offset';
  if (context.gaps.some((gap) => isWithin(gap, index, charges))) return 'join';
  return context.isAnswered ? 'answer' : 'balance';
}

/** Whether somebody has answered a question, corrected the reading, or typed what a file states otherwise. */
const hasAnswers = ({
  answers: { files, belongs, kinds, roles, account },
  constantCents = 0,
  isOpeningChanged = false,
}: Checked): boolean =>
  [files, belongs, kinds, roles].some((each) => (each?.size ?? 0) > 0) ||
  account !== undefined ||
  constantCents !== 0 ||
  isOpeningChanged;

interface Days {
  first: string;
  last: string;
}

type Context = ReturnType<typeof contextOf>;

export function contextOf(checked: Checked, { rows: charges, findings }: StatementResult) {
  const { reading, rows, answers } = checked;
  const lines = reading.lines.map((line) => line.reading);
  const areAccountsAnswered = answers.account !== undefined || (answers.roles?.size ?? 0) > 0;
  // Of several texts, one may be what the person paid elsewhere.
  const charged = rows.filter(({ kind, cents }) => kind === 'interest' && (cents ?? 0) > 0);
  const areSeveral = new Set(charged.map(({ texts }) => plainText(texts))).size > 1;
  const kinds = rows.filter(
    (row, index) =>
      (row.isKindAnswered || areSeveral) &&
      (row.kind === 'interest' || row.interest !== null) &&
      (areAccountsAnswered || !isMonthlyCharge(index, rows, charges)),
  );
  const accounts = [rows, ...reading.offsets.map(({ account }) => account.rows)];
  const gaps = [
    reading.lines.filter(({ account }) => account === 'loan'),
    ...reading.offsets.map(({ account }) => account.lines),
  ].flatMap(gapsOf);
  const open = [
    ...accounts.flatMap(answeredDays),
    ...kinds.map(({ date }) => ({ first: date, last: date })),
    ...lines.flatMap(leftOutDays),
    ...gaps,
    ...reading.offsets.flatMap(missingDays),
  ];
  return {
    rows,
    /** The days on which what is owed or held is only answered, or is not known. */
    open,
    /** Those of them between two files. */
    gaps,
    /** The indexes of the rows through which balances lead. */
    stated: reading.isClosed ? new Set(rows.keys()) : statedRows(rows, findings),
    /** Whether a part of what is owed or held on any day is only answered. */
    isOpen:
      areAccountsAnswered ||
      (checked.constantCents ?? 0) !== 0 ||
      (checked.isOpeningChanged ?? false) ||
      reading.offsets.some((offset) => isOpenOffset(offset, answers)),
    isAnswered: hasAnswers(checked),
    offsets: reading.offsets,
    /** The days of rows that an answer may make or unmake a correction: it belongs to the charge before it. */
    corrections: kinds.flatMap(({ cents, date, isKindAnswered }) =>
      (cents ?? 0) < 0 || isKindAnswered ? [date] : [],
    ),
  };
}

/** From a row that is only answered to the next balance. */
function answeredDays(rows: readonly AccountRow[]): Days[] {
  return rows.flatMap((row, index) => {
    if (!row.isAnswered && row.otherDate === null) return [];
    const days = [row.date, row.otherDate ?? row.date].toSorted();
    const stated =
      rows.slice(index).find(({ balance, follows }) => balance !== null || follows)?.date ?? lastDay;
    return [{ first: days[0]!, last: stated > days[1]! ? stated : days[1]! }];
  });
}

const lastDay = '9999';

/** A row without a day may belong to any. Without balances it counts to the end. */
const leftOutDays = ({ leftOut, hasBalances }: SheetReading): Days[] =>
  leftOut.flatMap(({ isOwn, date }) =>
    isOwn ? { first: date, last: hasBalances && date !== '' ? date : lastDay } : [],
  );

/** Whether charges that come out prove that the text of a row is interest: a month after the one before, for each. */
function isMonthlyCharge(index: number, rows: readonly LoanRow[], charges: readonly Charge[]): boolean {
  const row = rows[index]!;
  if (row.kind !== 'interest' || (row.cents ?? 0) < 0) return false;
  const interest = rows.filter(({ kind }) => kind === 'interest');
  const at = interest.indexOf(row);
  const [before, after] = [interest[at - 1], interest[at + 1]];
  if ((before && !isMonth(before.date, row.date)) || (after && !isMonth(row.date, after.date))) return false;
  const explained = new Set(
    charges.flatMap(({ status, date, charged }) => (status === 'explained' && charged > 0 ? [date] : [])),
  );
  const text = plainText(row.texts);
  const ofText = interest.filter((other) => explained.has(other.date) && plainText(other.texts) === text);
  return ofText.length >= fewestCharges;
}

const isOpenOffset = ({ account }: OffsetAccount, { belongs }: Answers): boolean =>
  account.lines.some(({ reading }) => belongs.has(accountKey(reading.sheet)) || !reading.hasBalances);

/**
 * The rows of which the balances around them, in the order of all files, are what the rows add up to. Some banks state only the
 * last balance of a day. Where balances are not passed on, the rows follow in the order of their file.
 */
function statedRows(rows: readonly AccountRow[], findings: StatementResult['findings']): Set<number> {
  const broken = new Set(findings.flatMap(({ kind, row }) => (kind === 'balance' ? row - 1 : [])));
  const stated = new Set<number>();
  let first = 0;
  for (const [index, { balance, follows, date }] of rows.entries()) {
    if (balance === null) {
      if (follows) stated.add(index);
      continue;
    }
    if (!broken.has(index) && rows[first]!.date === date)
      for (let at = first; at <= index; at++) stated.add(at);
    first = index + 1;
  }
  return stated;
}

/** The days between which money of an offset account moved that no row states. */
function missingDays({ account: { rows }, openingCents }: OffsetAccount): Days[] {
  let running = openingCents ?? 0;
  return rows.flatMap(({ balance, cents, date }, index) => {
    running += cents ?? 0;
    if (balance === null) return running < 0 ? [{ first: '', last: lastDay }] : [];
    const isBroken = running !== balance;
    running = balance;
    return isBroken ? [{ first: rows[index - 1]?.date ?? '', last: date }] : [];
  });
}

/**
 * The days between two files without a row in both: what is missing there may come to nothing, so that the balances meet.
 */
function gapsOf(lines: readonly FileLine[]): Days[] {
  let last = '';
  return lines.flatMap(({ join, reading: { rows } }) => {
    const before = last;
    const [first, end] = [rows[0]?.date ?? '', rows.at(-1)?.date ?? ''];
    if (end > last) last = end;
    return join === 'overlaps' || join === 'contained' || before === '' || before >= first
      ? []
      : [{ first: before, last: first }];
  });
}

/** The day of the charge before, or where the period of the first charge begins. */
const startOf = (index: number, charges: readonly Charge[]): string =>
  charges[index - 1]?.date ?? charges[index]!.from ?? '';

const isWithin = ({ first, last }: Days, index: number, charges: readonly Charge[]): boolean =>
  last >= startOf(index, charges) && first <= charges[index]!.date;

function isTouched(index: number, charges: readonly Charge[], context: Context): boolean {
  const { date } = charges[index]!;
  const next = charges[index + 1]?.date ?? '9999';
  return (
    context.open.some((days) => isWithin(days, index, charges)) ||
    context.corrections.some((day) => day >= date && day <= next)
  );
}

/** Whether balances that follow lead through all days of its period, and those of the offset accounts are known on each. */
function isConfirmed(index: number, charges: readonly Charge[], context: Context): boolean {
  const charge = charges[index]!;
  const { rows, stated, isOpen, offsets } = context;
  if (isOpen || offsets.some((offset) => isBeyond(charge, offset))) return false;
  const start = startOf(index, charges);
  return rows.every((row, at) => row.date < start || row.date > charge.date || stated.has(at));
}
