/** What one owner removes or replaces is stored for the other, who can restore it. */
import { Timestamp } from 'contract/fields.ts';
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { loanFields, offsetFields, rowFields } from 'engine/followed-loans/loan-fields.ts';
import { mergeFile } from 'engine/statements/merge.ts';
import { z } from 'zod';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
import { readableEntries, storedEntries } from '#domain/stored-json.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import {
  changesTogether,
  isOnlyOwn,
  setterOfBalance,
  setterOfTerm,
  type StoredChange,
  storedChanges,
} from './stored-changes.ts';

const fields = z.record(z.string(), z.unknown());

export const StoredLoss = z.object({
  /** That of the change. */
  version: z.int(),
  at: z.iso.datetime(),
  transactions: z.array(fields),
  opening_balance: z.number().nullable(),
  offset_accounts: z.array(z.object({ account: z.int(), balances: z.array(fields) })),
  /** Those that were replaced; null for an absent one. */
  terms: fields.nullable(),
  /** What was owed before the first rows, and its day. */
  state: fields.nullable().default(null),
});
export type StoredLoss = z.infer<typeof StoredLoss>;

/** Without those in the form of a newer version, which stay in the column. */
export const storedLosses = (restorable: unknown): StoredLoss[] => readableEntries(restorable, StoredLoss);

/** The column after a change of what can be read. */
export const withLosses = (
  restorable: unknown,
  change: (losses: StoredLoss[]) => StoredLoss[],
): Prisma.InputJsonArray => {
  const unreadable = storedEntries(restorable).filter((entry) => !StoredLoss.safeParse(entry).success);
  return [...unreadable, ...change(storedLosses(restorable))] as Prisma.InputJsonArray;
};

type Row = NonNullable<FollowedLoanInput['transactions']>[number];

const termNames = [
  'annual_interest_rate',
  'payment',
  'interest_only_until',
  'variable_rate',
  'plan',
  'rates',
] as const;

const termsOf = (loan: FollowedLoanInput) => {
  const wire: Partial<Record<string, unknown>> = loanFields(loan);
  return Object.fromEntries(termNames.map((name) => [name, wire[name] ?? null]));
};

interface Before {
  input: FollowedLoanInput;
  rowVersions: readonly number[];
  /** Those of the owner who makes the change. */
  changes: readonly StoredChange[];
}

interface Change {
  version: number;
  at: Date;
  /** Whether the owner of the losses makes it. */
  isOwn: boolean;
}

/** The losses of an owner after a change: what the other owner takes away, and the debt of which rows take the place. */
export function lossesAfter(
  stored: readonly StoredLoss[],
  before: Before,
  after: FollowedLoanInput,
  { version, at, isOwn }: Change,
): StoredLoss[] {
  const recent = recentLosses(stored, at);
  const { input } = before;
  const loss: StoredLoss = {
    version,
    at: Timestamp.parse(at),
    transactions: isOwn ? [] : lostRows(before, after.transactions ?? []).map(rowFields),
    opening_balance:
      isOwn || input.opening_balance === undefined || input.opening_balance === after.opening_balance
        ? null
        : input.opening_balance / 100,
    offset_accounts: isOwn ? [] : lostBalances(before, after),
    terms: isOwn ? null : lostTerms(before, after),
    state: lostState(input, after),
  };
  return hasLoss(loss) ? newest([...recent, loss]) : recent;
}

const hasLoss = ({ transactions, offset_accounts, terms, state }: StoredLoss): boolean =>
  transactions.length > 0 || offset_accounts.length > 0 || terms !== null || state !== null;

const sizeOf = ({ transactions, offset_accounts }: StoredLoss): number =>
  offset_accounts.reduce((sum, { balances }) => sum + balances.length, transactions.length + 1);

/** Two owners who remove and add the same rows again and again would otherwise fill the database. */
function newest(losses: readonly StoredLoss[]): StoredLoss[] {
  let entries = 0;
  const isWithin = (loss: StoredLoss, index: number) => {
    entries += sizeOf(loss);
    return index === 0 || entries <= followedLoanLimits.restorableEntries;
  };
  const ends = losses.toReversed().findIndex((loss, index) => !isWithin(loss, index));
  return losses.slice(ends < 0 ? 0 : losses.length - ends);
}

export const recentLosses = (stored: readonly StoredLoss[], now: Date): StoredLoss[] =>
  stored.filter(({ at }) => new Date(at) > daysAfter(now, -followedLoanLimits.restoreDays));

/** The rows that are gone or changed. What an owner has added alone since both follow the loan is the owner's to remove. */
function lostRows({ input, rowVersions, changes }: Before, after: readonly Row[]): Row[] {
  const ownVersions = new Set(
    changesTogether(changes).flatMap((change) => (isOnlyOwn(change) ? change.version : [])),
  );
  const byBalance = countOf(after, balanceKey);
  const lost = (input.transactions ?? [])
    .map((row, index) => ({ row, isOwn: ownVersions.has(rowVersions[index]!) }))
    .filter(({ row }) => !takeOne(byBalance, balanceKey(row)));
  // What is left of a row without a balance may have one since: a balance that a file adds takes nothing away.
  const byPlace = new Map<string, number>();
  for (const [key, rows] of byBalance) {
    const place = key.slice(0, key.lastIndexOf(' '));
    byPlace.set(place, (byPlace.get(place) ?? 0) + rows);
  }
  return lost
    .filter(({ row }) => row.balance !== undefined || !takeOne(byPlace, placeOf(row)))
    .flatMap(({ row, isOwn }) => (isOwn ? [] : [row]));
}

const placeOf = ({ date, amount, kind }: Row) => `${date} ${amount} ${kind}`;
const balanceKey = (row: Row) => `${placeOf(row)} ${row.balance ?? ''}`;

function countOf(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

/** Of each account, by day. */
const balancesOf = ({ offset_accounts: accounts }: FollowedLoanInput) =>
  accounts.map(({ balances }) => new Map(balances.map(({ date, balance }) => [date, balance])));

function lostBalances({ input, changes }: Before, after: FollowedLoanInput): StoredLoss['offset_accounts'] {
  const current = balancesOf(after);
  const together = changesTogether(changes);
  return input.offset_accounts.flatMap((account, index) => {
    const lost = account.balances.filter(
      ({ date, balance }) =>
        current[index]?.get(date) !== balance && !isOnlyOwn(setterOfBalance(together, index + 1, date)),
    );
    return lost.length === 0 ? [] : [{ account: index + 1, ...offsetFields({ balances: lost }) }];
  });
}

function lostTerms({ input, changes }: Before, after: FollowedLoanInput): StoredLoss['terms'] {
  const former = termsOf(input);
  const together = changesTogether(changes);
  const names = changedTerms(input, after).filter((name) => !isOnlyOwn(setterOfTerm(together, name)));
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, former[name]]));
}

function lostState(before: FollowedLoanInput, after: FollowedLoanInput): StoredLoss['state'] {
  if (before.owed === undefined || after.owed !== undefined) return null;
  const { owed, owed_on, previous_charge_date } = loanFields(before);
  return { owed, owed_on, ...(previous_charge_date && { previous_charge_date }) };
}

/** The names of the terms that a change replaces. */
function changedTerms(before: FollowedLoanInput, after: FollowedLoanInput): string[] {
  const [former, current] = [termsOf(before), termsOf(after)];
  return termNames.filter((name) => JSON.stringify(former[name]) !== JSON.stringify(current[name]));
}

/** What a change sets, as it is stored of it. */
export function setBy(
  before: FollowedLoanInput,
  after: FollowedLoanInput,
): Pick<StoredChange, 'terms' | 'offsets'> {
  const [terms, former] = [changedTerms(before, after), balancesOf(before)];
  const offsets: NonNullable<StoredChange['offsets']> = [];
  for (const [index, { balances }] of after.offset_accounts.entries()) {
    let isRun = false;
    for (const { date, balance } of balances) {
      const isSet = former[index]?.get(date) !== balance;
      if (isSet && isRun) offsets.at(-1)!.last_date = date;
      else if (isSet) offsets.push({ account: index + 1, first_date: date, last_date: date });
      isRun = isSet;
    }
  }
  const days = offsets.length > mostRuns ? widest(offsets) : offsets;
  return { ...(terms.length > 0 && { terms }), ...(days.length > 0 && { offsets: days }) };
}

/** A file that sets every other balance of an account has thousands, and every reader of the loan goes through them. */
const mostRuns = 20;

/** One for each account, from its first to its last day. */
const widest = (offsets: NonNullable<StoredChange['offsets']>) =>
  [...new Set(offsets.map(({ account }) => account))].map((account) => {
    const ofAccount = offsets.filter((each) => each.account === account);
    return { ...ofAccount[0]!, last_date: ofAccount.at(-1)!.last_date };
  });

interface StoredLoan {
  restorable: unknown;
  changes: unknown;
  row_versions: unknown;
}

/** What an owner can restore now: nothing that the owner has set anew since. */
export function restorableOf({ restorable, changes, row_versions }: StoredLoan): StoredLoss[] {
  const all = storedChanges(changes);
  const versions: unknown[] = Array.isArray(row_versions) ? row_versions : [];
  const ofOther = new Set(all.flatMap(({ own, version }) => (own ? [] : version)));
  return recentLosses(storedLosses(restorable), new Date()).flatMap((loss) => {
    const later = all.filter(({ version }) => version > loss.version);
    const terms = Object.entries(loss.terms ?? {}).filter(
      ([name]) => setterOfTerm(later, name)?.own !== true,
    );
    const offset_accounts = loss.offset_accounts.flatMap(({ account, balances }) => {
      const lost = balances.filter(({ date }) => setterOfBalance(later, account, String(date))?.own !== true);
      return lost.length === 0 ? [] : [{ account, balances: lost }];
    });
    // Own rows that were added later would go with the others.
    const isState = versions.every((each) => each === loss.version || ofOther.has(Number(each)));
    const left = {
      ...loss,
      terms: terms.length === 0 ? null : Object.fromEntries(terms),
      offset_accounts,
      state: isState && versions.length > 0 ? loss.state : null,
    };
    return hasLoss(left) ? [left] : [];
  });
}

/** Puts back what was lost. Rows and balances that were added since stay, unless what was owed before them comes back. */
export function withLoss(loan: FollowedLoanInput, loss: StoredLoss) {
  const { transactions: rows, opening_balance, offset_accounts } = loss;
  const isEmpty = rows.length === 0 && offset_accounts.length === 0;
  const file = isEmpty ? noFile : LoanFile.parse({ transactions: rows, opening_balance, offset_accounts });
  const merged = mergeFile(loan, { ...file, offset_accounts: [] });
  const keyOf = (row: Row) => `${row.date} ${row.amount} ${row.balance ?? ''}`;
  const kinds = new Map<string, Row['kind'][]>();
  for (const row of file.transactions) {
    const ofKey = kinds.get(keyOf(row));
    if (ofKey) ofKey.push(row.kind);
    else kinds.set(keyOf(row), [row.kind]);
  }
  const transactions = merged.transactions.map((row) => ({
    ...row,
    kind: kinds.get(keyOf(row))?.shift() ?? row.kind,
  }));
  const hasRows = transactions.length > 0 && loss.state === null;
  const current = loanFields({
    ...loan,
    transactions: hasRows ? transactions : undefined,
    opening_balance: hasRows ? merged.openingBalance : undefined,
    offset_accounts: withBalances(loan.offset_accounts, file.offset_accounts),
    ...(hasRows && { owed: undefined, owed_on: undefined }),
  });
  const fieldsOfLoan = { ...current, ...loss.terms, ...loss.state };
  return { fields: fieldsOfLoan, sources: hasRows ? merged.sources : [] };
}

const noFile = { transactions: [], opening_balance: undefined, offset_accounts: [] };

/** By day: the balances between stay. */
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
  return result;
}
