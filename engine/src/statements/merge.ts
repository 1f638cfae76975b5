/** Adds the rows and balances of a file to an account. */
import type { FollowedLoanInput, LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import type { Transaction as Row } from 'contract/statements/statement-fields.ts';
import type { FileJoin } from 'contract/followed-loans/followed-loans.constants.ts';
import type { Cents } from 'contract/units.ts';
import { groupBy } from 'engine/group-by.ts';
import { takerOf } from 'engine/taker.ts';

type OffsetAccount = FollowedLoanInput['offset_accounts'][number];

interface Rows {
  transactions?: readonly Row[] | undefined;
  opening_balance?: Cents | undefined;
}

export interface Merged {
  transactions: Row[];
  /** For each transaction its index in the account before, or null for a row that was added. */
  sources: (number | null)[];
  /** Undefined if the first row is one of the file, which does not state what was owed before it. */
  openingBalance: Cents | undefined;
  offsetAccounts: OffsetAccount[];
  added: number;
  recognised: number;
  /** The rows, numbered from 1, that lie within the days of the file and that it lacks. */
  missing: number[];
  /** Null for a file without rows. */
  joins: FileJoin | null;
  /** The days of the rows before and after, where the file lies between rows and leads from the one to the other. */
  fills: { from: string; to: string } | null;
  isChanged: boolean;
}

interface Entry {
  row: Row;
  /** The indexes in the account and in the file, or null. */
  own: number | null;
  ofFile: number | null;
}

export function mergeFile(
  account: Rows & Pick<FollowedLoanInput, 'offset_accounts'>,
  file: Pick<LoanFile, 'transactions' | 'opening_balance' | 'offset_accounts'>,
): Merged {
  const own = account.transactions ?? [];
  const rows = file.transactions;
  const partners = pairRows(own, rows);
  const ownEntries = own.map((row, index): Entry => ({ row, own: index, ofFile: null }));
  const fileEntries = rows.map((row, index): Entry => {
    const partner = partners[index]!;
    if (partner === null) return { row, own: null, ofFile: index };
    const entry = ownEntries[partner]!;
    entry.ofFile = index;
    entry.row = { ...entry.row, balance: entry.row.balance ?? row.balance };
    return entry;
  });
  const openings = {
    own: openingOf({ transactions: own, opening_balance: account.opening_balance }),
    ofFile: openingOf(file),
  };
  const entries = inOrder(ownEntries, fileEntries, openings);
  const recognised = partners.filter((partner) => partner !== null).length;
  const offsetAccounts = mergeOffsets(account.offset_accounts, file.offset_accounts);
  const [firstDate, lastDate] = [rows[0]?.date ?? '', rows.at(-1)?.date ?? ''];
  // Rows that are added: the account has none of them, or states another balance.
  const addedKeys = new Set(rows.flatMap((row, index) => (partners[index] === null ? amountKey(row) : [])));
  const isMissing = (row: Row) =>
    (row.date > firstDate && row.date < lastDate) ||
    ((row.date === firstDate || row.date === lastDate) && addedKeys.has(amountKey(row)));
  return {
    transactions: entries.map(({ row }) => row),
    sources: entries.map((entry) => entry.own),
    openingBalance: isOfOwn(entries[0]) ? openings.own : openings.ofFile,
    offsetAccounts,
    added: rows.length - recognised,
    recognised,
    missing: entries.flatMap(({ row, ofFile }, index) =>
      ofFile === null && isMissing(row) ? [index + 1] : [],
    ),
    joins: rows.length === 0 ? null : joinOf(own, rows, recognised, entries, openings),
    fills: recognised === 0 ? filledGap(own, rows, entries, openings) : null,
    isChanged:
      recognised < rows.length ||
      own.some(({ balance }, index) => balance !== ownEntries[index]!.row.balance) ||
      !areSameOffsets(account.offset_accounts, offsetAccounts),
  };
}

/** Whether the account itself knows what was owed before the row. */
const isOfOwn = (entry: Entry | undefined) =>
  entry?.own === 0 || (entry?.own !== null && entry?.ofFile !== 0);

const amountKey = ({ date, amount }: Row) => `${date} ${amount}`;
const balanceKey = (row: Row) => `${amountKey(row)} ${row.balance ?? ''}`;

/**
 * For each row of the file the index of the same row in the account, or null: first rows with the same balance, then rows of which
 * one states no balance. Many rows may have the same day and amount, so no row is compared with each other one.
 */
function pairRows(own: readonly Row[], rows: readonly Row[]): (number | null)[] {
  const take = takerOf(
    [...own.entries()].toReversed().map(([index, row]) => [index, [balanceKey(row), amountKey(row)]]),
  );
  const equal = rows.map((row) => take(balanceKey(row)));
  return rows.map((row, index) => {
    const isStated = row.balance !== undefined;
    return equal[index] ?? take(isStated ? `${amountKey(row)} ` : amountKey(row)) ?? null;
  });
}

const openingOf = ({ transactions, opening_balance }: Rows) => {
  const first = transactions?.[0];
  if (opening_balance !== undefined || first?.balance === undefined) return opening_balance;
  return (first.balance - first.amount) as Cents;
};

interface Openings {
  own: Cents | undefined;
  ofFile: Cents | undefined;
}

/** The entries by day. In each day the order is taken in which more rows follow from the balance before them. */
function inOrder(own: readonly Entry[], ofFile: readonly Entry[], openings: Openings): Entry[] {
  const dates = [...new Set([...own, ...ofFile].map(({ row }) => row.date))].toSorted();
  const [ownByDay, fileByDay] = [own, ofFile].map((entries) => groupBy(entries, ({ row }) => row.date));
  const entries: Entry[] = [];
  let balance: number | undefined;
  for (const [index, date] of dates.entries()) {
    const [ownOfDay, fileOfDay] = [ownByDay!.get(date) ?? [], fileByDay!.get(date) ?? []];
    const orders = [
      [...ownOfDay, ...fileOfDay.filter((entry) => entry.own === null)],
      [...fileOfDay, ...ownOfDay.filter((entry) => entry.ofFile === null)],
    ].map((order) => {
      const start = index > 0 ? balance : isOfOwn(order[0]) ? openings.own : openings.ofFile;
      return { order, ...follow(order, start) };
    });
    const best = orders[1]!.following > orders[0]!.following ? orders[1]! : orders[0]!;
    entries.push(...best.order);
    balance = best.balance;
  }
  return entries;
}

/** The balance after the entries, and how many state the balance that the ones before them lead to. */
function follow(entries: readonly Entry[], start: number | undefined) {
  let balance = start;
  let following = 0;
  for (const { row } of entries) {
    const reached = balance === undefined ? undefined : balance + row.amount;
    if (reached !== undefined && row.balance === reached) following++;
    balance = row.balance ?? reached;
  }
  return { balance, following };
}

function joinOf(
  own: readonly Row[],
  rows: readonly Row[],
  recognised: number,
  entries: readonly Entry[],
  openings: Openings,
): FileJoin {
  if (own.length === 0) return 'first';
  if (recognised > 0) return 'overlaps';
  const isOwnFirst = entries.findLastIndex((entry) => entry.own !== null) === own.length - 1;
  const isFileFirst = entries.findLastIndex((entry) => entry.ofFile !== null) === rows.length - 1;
  if (!isOwnFirst && !isFileFirst) return 'apart';
  const before = isOwnFirst ? closingOf(own, openings.own) : closingOf(rows, openings.ofFile);
  const after = isOwnFirst ? openings.ofFile : openings.own;
  if (before === undefined || after === undefined) return 'unknown';
  return before === after ? 'continues' : 'apart';
}

/** Such a file joins `apart`, because it neither precedes nor follows all rows. */
function filledGap(
  own: readonly Row[],
  rows: readonly Row[],
  entries: readonly Entry[],
  openings: Openings,
): Merged['fills'] {
  const count = entries.findIndex((entry) => entry.ofFile !== null);
  const [before, after] = [own[count - 1], own[count]];
  const between = entries.slice(count, count + rows.length);
  const isTogether = between.every((entry) => entry.ofFile !== null);
  if (!before || !after || after.balance === undefined || !isTogether) return null;
  const start = closingOf(own.slice(0, count), openings.own);
  const stated = rows.filter(({ balance }) => balance !== undefined).length;
  const { balance, following } = follow(between, start);
  const meets =
    start === (openings.ofFile ?? start) && following === stated && balance === after.balance - after.amount;
  return meets ? { from: before.date, to: after.date } : null;
}

export const closingOf = (rows: readonly Row[], opening: number | undefined): number | undefined =>
  rows.reduce(
    (balance, row) => row.balance ?? (balance === undefined ? undefined : balance + row.amount),
    opening,
  );

/** From the first to the last day of a file, its balances take the place of those of the account. */
function mergeOffsets(
  accounts: readonly OffsetAccount[],
  files: LoanFile['offset_accounts'],
): OffsetAccount[] {
  const merged = accounts.map(({ balances }) => ({ balances: [...balances] }));
  for (const { account, balances } of files) {
    const [first, last] = [balances[0]?.date, balances.at(-1)?.date];
    if (first === undefined || last === undefined) continue;
    const before = merged[account - 1]?.balances ?? [];
    merged[account - 1] = {
      balances: [
        ...before.filter(({ date }) => date < first),
        ...balances,
        ...before.filter(({ date }) => date > last),
      ],
    };
  }
  return merged;
}

const areSameOffsets = (before: readonly OffsetAccount[], after: readonly OffsetAccount[]): boolean =>
  before.length === after.length &&
  before.every(({ balances }, index) => {
    const other = after[index]!.balances;
    return (
      balances.length === other.length &&
      balances.every(({ date, balance }, at) => date === other[at]!.date && balance === other[at]!.balance)
    );
  });

/** What several accounts hold together at the end of each day on which one of them changes. */
export function addUpBalances(
  accounts: readonly { openingCents: number; days: ReadonlyMap<string, number> }[],
): { date: string; cents: number }[] {
  const dates = [...new Set(accounts.flatMap(({ days }) => [...days.keys()]))].toSorted();
  const current = accounts.map(({ openingCents }) => openingCents);
  return dates.map((date) => {
    for (const [index, { days }] of accounts.entries()) current[index] = days.get(date) ?? current[index]!;
    return { date, cents: current.reduce((sum, each) => sum + each, 0) };
  });
}
