/** What one owner removes or replaces is stored for the other, who can restore it. */
import { Timestamp } from 'contract/fields.ts';
import { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { loanFields, offsetFields, rowFields } from 'engine/followed-loans/loan-fields.ts';
import { mergeFile } from 'engine/statements/merge.ts';
import { z } from 'zod';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
import { readableEntries, storedEntries } from '#domain/stored-json.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import type { StoredChange } from './loan-record.ts';

const fields = z.record(z.string(), z.unknown());

export const StoredLoss = z.object({
  /** That of the change. */
  version: z.int(),
  at: z.iso.datetime(),
  transactions: z.array(fields),
  opening_balance: z.number().nullable(),
  offset_accounts: z.array(z.object({ account: z.int(), balances: z.array(fields) })),
  /** Null if they did not change; else all terms before, null for an absent one. */
  terms: fields.nullable(),
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

/** The losses of the other owner after a change. Of what is replaced several times, the first value counts. */
export function lossesAfter(
  stored: readonly StoredLoss[],
  before: Before,
  after: FollowedLoanInput,
  { version, at }: { version: number; at: Date },
): StoredLoss[] {
  const recent = recentLosses(stored, at);
  const loss: StoredLoss = {
    version,
    at: Timestamp.parse(at),
    transactions: lostRows(before, after.transactions ?? []).map(rowFields),
    opening_balance:
      before.input.opening_balance === undefined || before.input.opening_balance === after.opening_balance
        ? null
        : before.input.opening_balance / 100,
    offset_accounts: lostBalances(before.input, after, recent),
    terms: recent.every(({ terms }) => terms === null) ? changedTerms(before.input, after) : null,
  };
  const isNothing =
    loss.transactions.length === 0 && loss.offset_accounts.length === 0 && loss.terms === null;
  return isNothing ? recent : newest([...recent, loss]);
}

const sizeOf = ({ transactions, offset_accounts }: StoredLoss): number =>
  offset_accounts.reduce((sum, { balances }) => sum + balances.length, transactions.length);

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
  const joined = changes.findLastIndex(({ kind }) => kind === 'owner');
  const ownVersions = new Set(
    changes.slice(joined + 1).flatMap(({ own, kind, version }) => (own && kind !== 'created' ? version : [])),
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

function lostBalances(
  before: FollowedLoanInput,
  after: FollowedLoanInput,
  recent: readonly StoredLoss[],
): StoredLoss['offset_accounts'] {
  return before.offset_accounts.flatMap((account, index) => {
    const others = new Map(
      after.offset_accounts[index]?.balances.map(({ date, balance }) => [date, balance]),
    );
    const known = new Set(
      recent
        .flatMap(({ offset_accounts }) => offset_accounts)
        .filter((other) => other.account === index + 1)
        .flatMap(({ balances }) => balances.map(({ date }) => date)),
    );
    const lost = account.balances.filter(
      ({ date, balance }) => others.get(date) !== balance && !known.has(date),
    );
    return lost.length === 0 ? [] : [{ account: index + 1, ...offsetFields({ balances: lost }) }];
  });
}

function changedTerms(before: FollowedLoanInput, after: FollowedLoanInput): StoredLoss['terms'] {
  const [former, current] = [termsOf(before), termsOf(after)];
  return JSON.stringify(former) === JSON.stringify(current) ? null : former;
}

const nothing = { transactions: [], opening_balance: undefined, offset_accounts: [] };

/** Puts back what was lost. Rows that were added since stay. */
export function withLoss(loan: FollowedLoanInput, loss: StoredLoss) {
  const { transactions: rows, opening_balance, offset_accounts } = loss;
  const isEmpty = rows.length === 0 && offset_accounts.length === 0;
  const file = isEmpty ? nothing : LoanFile.parse({ transactions: rows, opening_balance, offset_accounts });
  const merged = mergeFile(loan, file);
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
  const { terms } = loss;
  const current = loanFields({
    ...loan,
    transactions: transactions.length > 0 ? transactions : undefined,
    opening_balance: merged.openingBalance,
    offset_accounts: merged.offsetAccounts,
    ...(transactions.length > 0 && { owed: undefined, owed_on: undefined }),
  });
  return { input: FollowedLoanInput.parse({ ...current, ...terms }), merged };
}
