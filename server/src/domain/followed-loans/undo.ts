/** What an owner can undo of the changes of a followed loan, and what is left after it. */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import type { Cents } from 'contract/units.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import { mergeFile } from 'engine/statements/merge.ts';
import { hasLoss, recentLosses, type Row, storedLosses, type StoredLoss } from './restorable.ts';
import { covers, setterOfBalance, setterOfTerm, type StoredChange, storedChanges } from './stored-changes.ts';

interface StoredLoan {
  restorable: unknown;
  changes: unknown;
  row_versions: unknown;
}

export interface Undo {
  /** What comes back: nothing that was set anew since. */
  loss: StoredLoss;
  /** Whether the change has set the balance of an account on a day, and none since. */
  isBalanceOf: (account: number, date: string) => boolean;
}

/** By the version of the change. */
export function undosOf({ restorable, changes, row_versions }: StoredLoan): Map<number, Undo> {
  const all = storedChanges(changes);
  const rowVersions: unknown[] = Array.isArray(row_versions) ? row_versions : [];
  const ofOther = new Set(all.flatMap(({ own, version }) => (own ? [] : version)));
  const undos = new Map<number, Undo>();
  const losses = recentLosses(storedLosses(restorable), new Date());
  const withLoss = new Set(losses.map(({ version }) => version));
  // Of an older file, the rows can be removed.
  const older = all.filter(({ kind, version }) => kind === 'file' && !withLoss.has(version));
  for (const stored of [
    ...losses,
    ...older.map(({ version, own, at }) => ({ ...noLoss, version, own, at })),
  ]) {
    const { version, own } = stored;
    const later = all.filter((change) => change.version > version);
    const isSetAnew = (setter: StoredChange | undefined) => setter !== undefined && (own || setter.own);
    const terms = Object.entries(stored.terms ?? {}).filter(
      ([name]) => !isSetAnew(setterOfTerm(later, name)),
    );
    const offset_accounts = stored.offset_accounts.flatMap(({ account, balances }) => {
      const lost = balances.filter(({ date }) => !isSetAnew(setterOfBalance(later, account, String(date))));
      return lost.length === 0 ? [] : [{ account, balances: lost }];
    });
    // Rows that were added later would go with the others.
    const isState = rowVersions.every((each) => each === version || (!own && ofOther.has(Number(each))));
    const loss = {
      ...stored,
      terms: terms.length === 0 ? null : Object.fromEntries(terms),
      offset_accounts,
      state: isState && rowVersions.length > 0 ? stored.state : null,
    };
    const { offsets = [] } =
      (withLoss.has(version) && all.find((change) => change.version === version)) || {};
    const isBalanceOf = (account: number, date: string) =>
      covers({ offsets }, account, date) && setterOfBalance(later, account, date) === undefined;
    const setsBalances = offsets.some(
      ({ account, first_date, last_date }) =>
        isBalanceOf(account, first_date) || isBalanceOf(account, last_date),
    );
    const hasOtherRows = rowVersions.some((each) => each !== version) || loss.transactions.length > 0;
    const canRemoveRows = hasOtherRows || !rowVersions.includes(version);
    const hasRows = rowVersions.includes(version) || hasLoss(loss) || setsBalances;
    if (loss.state !== null || (canRemoveRows && hasRows)) undos.set(version, { loss, isBalanceOf });
  }
  return undos;
}

/** What the other owner removed or replaced. */
export const restorableOf = (loan: StoredLoan): StoredLoss[] => {
  const ownVersions = new Set(
    storedChanges(loan.changes).flatMap(({ own, version }) => (own ? version : [])),
  );
  return [...undosOf(loan).values()].flatMap(({ loss }) =>
    hasLoss(loss) && !loss.own && !ownVersions.has(loss.version) ? [loss] : [],
  );
};

/** The loan without what the change added, and with what it took away. */
export function undone(loan: FollowedLoanInput, rowVersions: readonly number[], { loss, isBalanceOf }: Undo) {
  const { transactions: lost, opening_balance } = loss;
  const all = loan.transactions ?? [];
  const places = all.flatMap((_, index) => (rowVersions[index] === loss.version ? [] : [index]));
  const offsets = loss.offset_accounts;
  const isEmpty = lost.length === 0 && offsets.length === 0;
  const file = isEmpty
    ? noFile
    : LoanFile.parse({ transactions: lost, opening_balance, offset_accounts: offsets });
  const left = withoutAddedBalances(
    places.map((index) => all[index]!),
    file.transactions,
  );
  const own = { ...loan, transactions: left, opening_balance: openingAfter(loan, places) };
  const merged = mergeFile(own, { ...file, offset_accounts: [] });
  const kinds = groupsOf(file.transactions, keyOf);
  const transactions = merged.transactions.map((row) => ({
    ...row,
    kind: kinds.get(keyOf(row))?.shift()?.kind ?? row.kind,
  }));
  const hasRows = transactions.length > 0 && loss.state === null;
  const kept = loan.offset_accounts.map(({ balances }, index) => ({
    balances: balances.filter(({ date }) => !isBalanceOf(index + 1, date)),
  }));
  const current = loanFields({
    ...loan,
    transactions: hasRows ? transactions : undefined,
    opening_balance: hasRows ? merged.openingBalance : undefined,
    offset_accounts: withBalances(kept, file.offset_accounts),
    ...(hasRows && { owed: undefined, owed_on: undefined }),
  });
  const fields = { ...current, ...loss.terms, ...loss.state };
  const sources = merged.sources.map((source) => (source === null ? null : places[source]!));
  const removed = hasRows ? all.filter((_, index) => rowVersions[index] === loss.version) : all;
  return { fields, sources: hasRows ? sources : [], removed };
}

const noLoss = { transactions: [], opening_balance: null, offset_accounts: [], terms: null, state: null };
const noFile = { transactions: [], opening_balance: undefined, offset_accounts: [] };

const placeOf = ({ date, amount }: Row) => `${date} ${amount}`;
const keyOf = (row: Row) => `${placeOf(row)} ${row.balance ?? ''}`;

function groupsOf(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** Where a row had no balance before the change, and has one now. */
function withoutAddedBalances(rows: readonly Row[], lost: readonly Row[]): Row[] {
  const plain = groupsOf(
    lost.filter(({ balance }) => balance === undefined),
    placeOf,
  );
  for (const row of rows) if (row.balance === undefined) plain.get(placeOf(row))?.pop();
  return rows.map((row) =>
    row.balance !== undefined && plain.get(placeOf(row))?.pop() ? { ...row, balance: undefined } : row,
  );
}

/** What was owed before the first of the rows that stay. */
export function openingAfter(
  { transactions = [], opening_balance }: FollowedLoanInput,
  places: readonly number[],
): Cents | undefined {
  if (places[0] === 0 || transactions.length === 0) return opening_balance;
  const first = transactions[0]!;
  let balance: number = opening_balance ?? first.balance! - first.amount;
  for (const row of transactions.slice(0, places[0])) balance = row.balance ?? balance + row.amount;
  return balance as Cents;
}

/** By day: the balances between stay. Without accounts at the end that have none. */
function withBalances(
  accounts: FollowedLoanInput['offset_accounts'],
  lost: LoanFile['offset_accounts'],
): FollowedLoanInput['offset_accounts'] {
  const result = [...accounts];
  for (const { account, balances } of lost) {
    const days = new Set(balances.map(({ date }) => date));
    const others = result[account - 1]?.balances.filter(({ date }) => !days.has(date)) ?? [];
    const sorted = [...others, ...balances].toSorted((one, other) => one.date.localeCompare(other.date));
    result[account - 1] = { balances: sorted };
  }
  const last = result.findLastIndex((account) => account !== undefined && account.balances.length > 0);
  return Array.from({ length: last + 1 }, (_, index) => result[index] ?? { balances: [] });
}
