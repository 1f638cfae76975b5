/** What one owner removes or replaces is stored for the other, who can restore it. */
import { Timestamp } from 'contract/fields.ts';
import { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { LoanFile } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { loanFields, offsetFields, rowFields } from 'engine/followed-loans/loan-fields.ts';
import { mergeFile } from 'engine/statements/merge.ts';
import { z } from 'zod';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
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
  return isNothing ? recent : [...recent, loss];
}

export const recentLosses = (stored: readonly StoredLoss[], now: Date): StoredLoss[] =>
  stored.filter(({ at }) => new Date(at) > daysAfter(now, -followedLoanLimits.restoreDays));

/** The rows that are gone or changed. What an owner has added alone since both follow the loan is the owner's to remove. */
function lostRows({ input, rowVersions, changes }: Before, after: readonly Row[]): Row[] {
  const joined = changes.findLastIndex(({ kind }) => kind === 'owner');
  const ownVersions = new Set(
    changes.slice(joined + 1).flatMap(({ own, kind, version }) => (own && kind !== 'created' ? version : [])),
  );
  const left = new Map<string, (number | undefined)[]>();
  for (const { balance, ...row } of after) {
    left.set(placeOf(row), [...(left.get(placeOf(row)) ?? []), balance]);
  }
  /** Takes a row with the balance, or any row for one without: a balance that a file adds takes nothing away. */
  const isLost = (row: Row, isAny: boolean) => {
    const balances = left.get(placeOf(row)) ?? [];
    const index = isAny ? balances.length - 1 : balances.indexOf(row.balance);
    if (index >= 0) balances.splice(index, 1);
    return index < 0;
  };
  return (input.transactions ?? [])
    .map((row, index) => ({ row, isOwn: ownVersions.has(rowVersions[index]!) }))
    .filter(({ row }) => isLost(row, false))
    .filter(({ row }) => row.balance !== undefined || isLost(row, true))
    .flatMap(({ row, isOwn }) => (isOwn ? [] : [row]));
}

const placeOf = ({ date, amount, kind }: Pick<Row, 'date' | 'amount' | 'kind'>) =>
  `${date} ${amount} ${kind}`;

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
    kinds.set(keyOf(row), [...(kinds.get(keyOf(row)) ?? []), row.kind]);
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
