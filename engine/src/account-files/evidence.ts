/**
 * Which charges that differ rest only on what a person answered. None of them is called wrong: a wrong answer must not accuse
 * a bank of a right loan.
 */
import type { StatementResult } from 'contract/statements/statements.ts';
import { plainText } from './kinds.ts';
import { isBeyond, type OffsetAccount } from './offsets.ts';
import type { Answers } from './questions.ts';
import type { AccountFilesReading, LoanRow } from './read-account-files.ts';
import type { AccountRow, SheetReading } from './reading.ts';

type Charge = StatementResult['rows'][number];

interface Checked {
  reading: Pick<AccountFilesReading, 'confirm' | 'lines' | 'offsets'>;
  /** The rows of which the check was. */
  rows: readonly LoanRow[];
  answers: Answers;
  /** As the person typed it. */
  previousChargeDate: string | null;
}

const dayMs = 86_400_000;
/** The distances of monthly charges, and how many of them prove that their text is interest. */
const [shortest, longest, fewestCharges] = [26, 35, 3];
/** By so much a charge differs at most where a row is missing that is so small that its neighbours come out. */
const smallest = 0.05;

/** The indexes of the charges that differ without evidence. */
export function restingCharges(checked: Checked, { rows: charges }: StatementResult): Set<number> {
  const context = contextOf(checked, charges);
  const resting = new Set<number>();
  for (const [index, charge] of charges.entries()) {
    if (charge.status !== 'differs') continue;
    const isSupported =
      !isStartTyped(index, charge, checked) &&
      !isTouched(index, charges, context) &&
      (isConfirmed(index, charges, context) || isBetweenExplained(index, charges));
    if (!isSupported) resting.add(index);
  }
  return resting;
}

/** Fees that repeat each other only where an answer says what they are, or on which days. */
export function restingRepeats(checked: Checked, { findings, rows }: StatementResult): Set<number> {
  const { open } = contextOf(checked, rows);
  const isOpen = (row: LoanRow | undefined) =>
    !row || row.isKindAnswered || open.some(({ first, last }) => last >= row.date && first <= row.date);
  return new Set(
    findings.flatMap(({ kind, row, other_row: other }, index) =>
      kind === 'repeat' && [row, other ?? row].some((number) => isOpen(checked.rows[number - 1]))
        ? [index]
        : [],
    ),
  );
}

/** A wrong day before the first charge gives another number of days. */
const isStartTyped = (index: number, { cause }: Charge, { previousChargeDate }: Checked): boolean =>
  index === 0 &&
  previousChargeDate !== null &&
  (cause === null || cause === 'day_more' || cause === 'day_less');

interface Days {
  first: string;
  last: string;
}

interface Context {
  rows: readonly LoanRow[];
  /** The days on which what is owed or held is only answered, or is not known. */
  open: readonly Days[];
  /** The indexes of the rows to which the balance before them leads. */
  stated: ReadonlySet<number>;
  /** Whether what is owed is certain between the rows with balances only. */
  isLoanOpen: boolean;
  /** Whether a part of what the offset accounts hold is only answered. */
  isOffsetOpen: boolean;
  offsets: readonly OffsetAccount[];
  /** The days of interest that reduces the debt by an answer: it belongs to the charge before it. */
  corrections: readonly string[];
}

function contextOf(checked: Checked, charges: readonly Charge[]): Context {
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
  const open = [
    ...accounts.flatMap(answeredDays),
    ...kinds.map(({ date }) => ({ first: date, last: date })),
    ...lines.flatMap(leftOutDays),
    ...reading.offsets.flatMap(missingDays),
  ];
  return {
    rows,
    open,
    stated: statedRows(rows),
    isLoanOpen:
      open.length > 0 ||
      areAccountsAnswered ||
      reading.confirm.has('complete') ||
      reading.confirm.has('reading'),
    isOffsetOpen: areAccountsAnswered || reading.offsets.some((offset) => isOpenOffset(offset, answers)),
    offsets: reading.offsets,
    corrections: kinds.flatMap(({ cents, date }) => ((cents ?? 0) < 0 ? [date] : [])),
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
const leftOutDays = ({ leftOutDays: days, hasBalances }: SheetReading): Days[] =>
  days.map((day) => ({ first: day ?? '', last: hasBalances && day !== null ? day : lastDay }));

function isMonth(one: LoanRow | undefined, other: LoanRow | undefined): boolean {
  if (!one || !other) return true;
  const distance = (Date.parse(other.date) - Date.parse(one.date)) / dayMs;
  return distance >= shortest && distance <= longest;
}

/** Whether charges that come out prove that the text of a row is interest: a month after the one before, for each. */
function isMonthlyCharge(index: number, rows: readonly LoanRow[], charges: readonly Charge[]): boolean {
  const row = rows[index]!;
  if (row.kind !== 'interest' || (row.cents ?? 0) < 0) return false;
  const interest = rows.filter(({ kind }) => kind === 'interest');
  const at = interest.indexOf(row);
  if (!isMonth(interest[at - 1], row) || !isMonth(row, interest[at + 1])) return false;
  const explained = new Set(charges.flatMap(({ status, date }) => (status === 'explained' ? [date] : [])));
  const text = plainText(row.texts);
  const ofText = interest.filter((other) => explained.has(other.date) && plainText(other.texts) === text);
  return ofText.length >= fewestCharges;
}

const isOpenOffset = ({ account }: OffsetAccount, { belongs }: Answers): boolean =>
  account.lines.some(({ reading }) => belongs.has(reading.sheet.file) || !reading.hasBalances);

/** The rows that follow, that have no amount, or before which all balances are stated. */
function statedRows(rows: readonly AccountRow[]): Set<number> {
  const stated = new Set<number>();
  for (const [index, row] of rows.entries()) {
    const before = index === 0 ? null : rows[index - 1]!.balance;
    const isStep = row.balance !== null && (index === 0 || before === row.balance - (row.cents ?? 0));
    if (row.follows || isStep) stated.add(index);
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

/** The day of the charge before, or where the period of the first charge begins. */
const startOf = (index: number, charges: readonly Charge[]): string =>
  charges[index - 1]?.date ?? charges[index]!.from ?? '';

function isTouched(index: number, charges: readonly Charge[], context: Context): boolean {
  const { date } = charges[index]!;
  const start = startOf(index, charges);
  const next = charges[index + 1]?.date ?? '9999';
  return (
    context.open.some(({ first, last }) => last >= start && first <= date) ||
    context.corrections.some((day) => day >= date && day <= next)
  );
}

function isConfirmed(index: number, charges: readonly Charge[], context: Context): boolean {
  const charge = charges[index]!;
  const { rows, stated, isLoanOpen, isOffsetOpen, offsets } = context;
  if (isOffsetOpen || offsets.some((offset) => isBeyond(charge, offset))) return false;
  if (!isLoanOpen) return true;
  const start = startOf(index, charges);
  return rows.every((row, at) => row.date < start || row.date > charge.date || stated.has(at));
}

/**
 * Charges that come out to the cent just before and after prove what was owed there. Several that differ between them need
 * one cause, which gives each to the cent.
 */
function isBetweenExplained(index: number, charges: readonly Charge[]): boolean {
  const charge = charges[index]!;
  if (Math.abs(charge.difference ?? 0) < smallest) return false;
  const isSame = (other: Charge | undefined) =>
    charge.cause !== null && other?.status === 'differs' && other.cause === charge.cause;
  let [before, after] = [index - 1, index + 1];
  while (isSame(charges[before])) before--;
  while (isSame(charges[after])) after++;
  return charges[before]?.status === 'explained' && charges[after]?.status === 'explained';
}
