/** Reads the transactions of an account from the rows of its file. */
import type { TransactionKind } from 'contract/statements/statements.constants.ts';
import type { Slices } from 'engine/slices.ts';
import type { CsvRow } from '#parts/files/csv-rows.ts';
import { hasMonthFirst, hasTwoNumbers, readCents, readDate } from './cells.ts';
import { type ColumnRole, detectRoles, findTable } from './columns.ts';

/** What a person changes in the preview. */
export interface Corrections {
  roles?: readonly ColumnRole[];
  /** By the row of the file. */
  kinds?: ReadonlyMap<number, TransactionKind>;
  isTurned?: boolean;
  isMonthFirst?: boolean;
  account?: string;
}

export interface ReadRow {
  number: number;
  cells: readonly string[];
  date: string;
  /** What the row adds to the debt of a loan, or to the balance of an offset account. */
  cents: number;
  balanceCents: number | null;
  description: string;
  kind: TransactionKind;
}

export interface Reading {
  header: readonly string[] | null;
  roles: readonly ColumnRole[];
  /** In the order of the account. */
  rows: readonly ReadRow[];
  /** What cannot be read, as sentences with the row of the file. */
  faults: readonly string[];
  /** The rows that are no transactions. */
  leftOut: readonly { number: number; reason: string }[];
  /** The accounts in the file, of which one is read. */
  accounts: readonly string[];
  account: string | null;
  isTurned: boolean;
  /** Whether dates could be read in two ways, and whether only the month can be first. */
  isOrderUnknown: boolean;
  mustChooseOrder: boolean;
  isMonthFirst: boolean;
}

export type AccountKind = 'loan' | 'offset';

const interest = /interest|\bint\s+(charge|debit)|(charge|debit)\w*\s+int\b/i;

export function kindOf(description: string): TransactionKind {
  if (interest.test(description) && !/interest rate/i.test(description)) return 'interest';
  return /\bfee\b/i.test(description) ? 'fee' : 'other';
}

const pending = /\bauthorisation only\b|^\s*pending\b/i;
const summaryLine = /^\s*(total|totals|(opening|closing) balance|balance (brought|carried) forward)\b/i;

/** The number of rows between pauses. */
const sliceRows = 200;

/** Null if the file has no transactions. Pauses after a number of rows. */
export function* readAccount(
  csvRows: readonly CsvRow[],
  accountKind: AccountKind,
  corrections: Corrections,
): Slices<Reading | null> {
  const table = findTable(csvRows);
  if (!table) return null;
  const roles = corrections.roles ?? detectRoles(table);
  const column = (role: ColumnRole) => roles.indexOf(role);
  const cellOf = ({ cells }: CsvRow, role: ColumnRole) => cells[column(role)]?.trim() ?? '';
  const hasSides = column('debit') >= 0 || column('credit') >= 0;
  yield;
  const accounts = accountsIn(table.rows, column('account'));
  const account = accounts.length > 1 ? (corrections.account ?? mainAccount(table.rows, cellOf)) : null;
  const isMonthFirst = corrections.isMonthFirst ?? false;

  let [isOrderUnknown, hasOnlyMonthFirst] = [false, false];
  const rows: ReadRow[] = [];
  const faults: string[] = [];
  const leftOut: { number: number; reason: string }[] = [];
  const lastNumber = table.rows.findLast((row) => isFilled(cellOf, row, hasSides))?.number ?? 0;
  for (const [index, row] of table.rows.entries()) {
    if (index % sliceRows === sliceRows - 1) yield;
    const { number, cells } = row;
    const fault = (name: string, text: string, what: string) =>
      faults.push(`Row ${number}, ${name}: “${text}” is not ${what}.`);
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (account !== null && cellOf(row, 'account') !== account) {
      leftOut.push({ number, reason: 'another account' });
      continue;
    }
    if (cells.some((cell) => pending.test(cell))) {
      leftOut.push({ number, reason: 'pending' });
      continue;
    }
    const dateText = cellOf(row, 'date');
    const amountTexts = hasSides ? [cellOf(row, 'debit'), cellOf(row, 'credit')] : [cellOf(row, 'amount')];
    const date = readDate(dateText, isMonthFirst);
    isOrderUnknown ||= hasTwoNumbers(dateText);
    hasOnlyMonthFirst ||= hasMonthFirst(dateText);
    if (date === null && cells.some((cell) => summaryLine.test(cell))) {
      leftOut.push({ number, reason: 'a total' });
      continue;
    }
    const amounts = amountTexts.map(readCents);
    if (date === null && amounts.every((cents) => cents === null)) {
      if (number > lastNumber) leftOut.push({ number, reason: 'below the table' });
      else faults.push(`Row ${number} has neither a date nor an amount.`);
      continue;
    }
    if (date === null) fault('Date', dateText, 'a date');
    const cents = amounts.map((each, side) => (amountTexts[side] === '' ? 0 : each));
    for (const [side, each] of cents.entries()) {
      if (each === null) fault(nameOfAmount(hasSides, side), amountTexts[side]!, 'an amount');
    }
    const balanceText = cellOf(row, 'balance');
    const balanceCents = balanceText === '' ? null : readCents(balanceText);
    if (balanceText !== '' && balanceCents === null) fault('Balance', balanceText, 'an amount');
    if (date === null || cents.includes(null)) continue;
    const description = cellOf(row, 'description');
    rows.push({
      number,
      cells,
      date,
      cents: hasSides ? sideCents(cents[0]!, cents[1]!, accountKind) : cents[0]!,
      balanceCents,
      description,
      kind: corrections.kinds?.get(number) ?? kindOf(description),
    });
  }
  yield;

  const transactions = rows.filter(({ cents }) => cents !== 0);
  if (transactions[0] && transactions[0].date > transactions.at(-1)!.date) transactions.reverse();
  const isTurned =
    corrections.isTurned ?? (accountKind === 'loan' && !hasSides && isInterestNegative(transactions));
  if (isTurned) for (const row of transactions) row.cents = -row.cents;
  if (accountKind === 'loan' && followers(transactions, -1) > followers(transactions, 1)) {
    for (const row of transactions) if (row.balanceCents !== null) row.balanceCents = 0 - row.balanceCents;
  }
  return {
    header: table.header,
    roles,
    rows: transactions,
    faults,
    leftOut,
    accounts,
    account,
    isTurned,
    isOrderUnknown,
    mustChooseOrder: hasOnlyMonthFirst && corrections.isMonthFirst === undefined,
    isMonthFirst,
  };
}

type CellOf = (row: CsvRow, role: ColumnRole) => string;

const isFilled = (cellOf: CellOf, row: CsvRow, hasSides: boolean) =>
  cellOf(row, 'date') !== '' &&
  (hasSides ? cellOf(row, 'debit') + cellOf(row, 'credit') : cellOf(row, 'amount')) !== '';

const accountsIn = (rows: readonly CsvRow[], column: number): string[] =>
  column < 0 ? [] : [...new Set(rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean))];

/** The account with the most interest, else the first. */
function mainAccount(rows: readonly CsvRow[], cellOf: CellOf): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const account = cellOf(row, 'account');
    const count = kindOf(cellOf(row, 'description')) === 'interest' ? 1 : 0;
    if (account !== '') counts.set(account, (counts.get(account) ?? 0) + count);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

const nameOfAmount = (hasSides: boolean, side: number) => (hasSides ? ['Debit', 'Credit'][side]! : 'Amount');

/** A debit adds to a debt and a credit reduces it, whatever sign they have. */
function sideCents(debit: number, credit: number, accountKind: AccountKind): number {
  const cents = Math.abs(debit) - Math.abs(credit);
  return accountKind === 'loan' ? cents : 0 - cents;
}

function isInterestNegative(rows: readonly ReadRow[]): boolean {
  const charges = rows.filter(({ kind }) => kind === 'interest');
  return 2 * charges.filter(({ cents }) => cents < 0).length > charges.length;
}

/** The number of balances that follow from the one before, with their own or the other sign. */
const followers = (rows: readonly ReadRow[], sign: number) =>
  rows.filter(({ balanceCents, cents }, index) => {
    const before = rows[index - 1]?.balanceCents ?? null;
    return balanceCents !== null && before !== null && sign * (balanceCents - before) === cents;
  }).length;
