/** Restores what the other owner removed or replaced. */
import { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import { OffsetBalance, Transaction } from 'contract/statements/statement-fields.ts';
import type { Cents } from 'contract/units.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import { mergeFile } from 'engine/statements/merge.ts';
import { z } from 'zod';
import {
  entriesOf,
  type Entry,
  groupsOf,
  hasLoss,
  type LoanState,
  type LostRow,
  ownPlaceOf,
  placeOf,
  recentOf,
  type Row,
  storedLosses,
  type StoredLoss,
} from './restorable.ts';
import { setterOfBalance, setterOfTerm, storedChanges } from './stored-changes.ts';

interface StoredLoan {
  input: unknown;
  row_versions: unknown;
  restorable: unknown;
  changes: unknown;
}

/** What an owner can restore now: nothing that is there again, and nothing that the owner has set anew since. */
export function restorableOf({ input, row_versions, restorable, changes }: StoredLoan): StoredLoss[] {
  const losses = recentOf(storedLosses(restorable), new Date());
  const loan = losses.length === 0 ? undefined : FollowedLoanInput.safeParse(input).data;
  const versions = z.array(z.int()).safeParse(row_versions).data;
  if (!loan || !versions) return [];
  const all = storedChanges(changes);
  const ofOther = new Set(all.flatMap(({ own, version }) => (own ? [] : version)));
  const entries = entriesOf({ input: loan, rowVersions: versions });
  const places = groupsOf(entries, ({ row }) => placeOf(row));
  const lefts = losses.toReversed().map((loss) => {
    const later = all.filter(({ version }) => version > loss.version);
    const terms = Object.entries(loss.terms ?? {}).filter(
      ([name]) => setterOfTerm(later, name)?.own !== true,
    );
    const offset_accounts = loss.offset_accounts.flatMap(({ account, balances }) => {
      const lost = balances.filter(({ date }) => setterOfBalance(later, account, String(date))?.own !== true);
      return lost.length === 0 ? [] : [{ account, balances: lost }];
    });
    // Own rows that were added later would go with the others.
    const isState = versions.every((each) => each === loss.version || ofOther.has(each));
    const { restored } = withKinds(entries, loss.transactions);
    return {
      ...loss,
      transactions: loss.transactions.filter((lost) =>
        lost.became === undefined ? !takeAddedAgain(places, lost, loss.version) : restored.includes(lost),
      ),
      terms: terms.length === 0 ? null : Object.fromEntries(terms),
      offset_accounts,
      state: isState && versions.length > 0 ? loss.state : null,
    };
  });
  return lefts.filter(hasLoss).toReversed();
}

/** Whether a later change added the row, which then is that of one loss only. */
function takeAddedAgain(places: Map<string, Entry[]>, lost: LostRow, version: number): boolean {
  const row = Transaction.parse(lost.row);
  const { balance } = row;
  const equal = places.get(placeOf(row)) ?? [];
  const index = equal.findIndex(
    (entry) =>
      entry.version > version &&
      (entry.row.balance === balance || entry.row.balance === undefined || balance === undefined),
  );
  if (index >= 0) equal.splice(index, 1);
  return index >= 0;
}

/** Rows that still are what the change made of them, as they were before. */
function withKinds(entries: readonly Entry[], lost: readonly LostRow[]) {
  const rows = entries.map(({ row }) => row);
  const current = groupsOf(entries, (entry) => `${ownPlaceOf(entry)} ${entry.row.kind}`);
  const restored = lost.filter(({ row: fields, version, became }) => {
    if (became === undefined) return false;
    const former = Transaction.parse(fields);
    const entry = current.get(`${ownPlaceOf({ row: former, version })} ${became}`)?.shift();
    if (!entry) return false;
    const balance = entry.row.balance ?? former.balance;
    rows[entry.index] = { ...former, balance };
    return former.kind !== entry.row.kind || balance !== entry.row.balance;
  });
  return { rows, restored };
}

/** Puts back what was lost. Rows and balances that were added since stay, unless what was owed before them comes back. */
export function withLoss({ input, rowVersions }: LoanState, loss: StoredLoss) {
  const offset_accounts = withBalances(input.offset_accounts, loss.offset_accounts);
  if (loss.state) {
    const account = { ...input, transactions: undefined, opening_balance: undefined, offset_accounts };
    const fields = { ...loanFields(account), ...loss.terms, ...loss.state };
    return { fields, rowVersions: [] };
  }
  const { rows } = withKinds(entriesOf({ input, rowVersions }), loss.transactions);
  const removed = loss.transactions
    .filter(({ became }) => became === undefined)
    .map(({ row, ...lost }) => ({ ...lost, row: Transaction.parse(row) }));
  const places = new Set(removed.map(({ row }) => placeOf(row)));
  // With the equal rows that are there, so that a removed row is not recognised in one of them.
  const file = [...removed.map(({ row }) => row), ...rows.filter((row) => places.has(placeOf(row)))];
  const merged = mergeFile(
    { ...input, transactions: rows },
    {
      transactions: file.toSorted((one, other) => one.date.localeCompare(other.date)),
      opening_balance: removed[0] && (Math.round(100 * removed[0].owed) as Cents),
      offset_accounts: [],
    },
  );
  const byKey = groupsOf(removed, ({ row }) => rowKey(row));
  const entries = merged.transactions.map((row, index) => {
    const source = merged.sources[index]!;
    return source === null ? byKey.get(rowKey(row))!.shift()! : { row, version: rowVersions[source]! };
  });
  const state = entries.length > 0 ? { owed: undefined, owed_on: undefined } : {};
  const transactions = entries.length > 0 ? entries.map(({ row }) => row) : undefined;
  const opening_balance = transactions && merged.openingBalance;
  return {
    fields: {
      ...loanFields({ ...input, ...state, transactions, opening_balance, offset_accounts }),
      ...loss.terms,
    },
    rowVersions: entries.map(({ version }) => version),
  };
}

/** By day: the balances between stay. */
function withBalances(
  accounts: FollowedLoanInput['offset_accounts'],
  lost: StoredLoss['offset_accounts'],
): FollowedLoanInput['offset_accounts'] {
  const result = [...accounts];
  for (const { account, balances } of lost) {
    const former = balances.map((balance) => OffsetBalance.parse(balance));
    const days = new Set(former.map(({ date }) => date));
    const others = result[account - 1]?.balances.filter(({ date }) => !days.has(date)) ?? [];
    const sorted = [...others, ...former].toSorted((one, other) => one.date.localeCompare(other.date));
    result[account - 1] = { balances: sorted };
  }
  return Array.from(result, (account) => account ?? { balances: [] });
}

/** What is left of the losses once a part of one is restored. */
export const withoutRestored = (losses: readonly StoredLoss[], restored: StoredLoss): StoredLoss[] =>
  losses
    .map((loss) => {
      if (loss.version !== restored.version) return loss;
      const back = new Set(restored.transactions.map((lost) => JSON.stringify(lost)));
      const transactions = loss.transactions.filter((lost) => !back.has(JSON.stringify(lost)));
      const state = restored.state ? null : loss.state;
      return { ...loss, transactions, offset_accounts: [], terms: null, state };
    })
    .filter(hasLoss);

const rowKey = (row: Row) => `${placeOf(row)} ${row.balance ?? ''}`;
