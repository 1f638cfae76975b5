/** What a change removes or replaces is stored for each owner, who can undo it. */
import { Timestamp } from 'contract/fields.ts';
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loans.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { loanFields, offsetFields, rowFields } from 'engine/followed-loans/loan-fields.ts';
import { z } from 'zod';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
import { readableEntries, storedEntries } from '#domain/stored-json.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import {
  changesTogether,
  covers,
  isOnlyOwn,
  setterOfBalance,
  setterOfTerm,
  type StoredChange,
} from './stored-changes.ts';

const fields = z.record(z.string(), z.unknown());

export const StoredLoss = z.object({
  /** That of the change. */
  version: z.int(),
  /** Whether the owner made the change. */
  own: z.boolean().default(false),
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

export type Row = NonNullable<FollowedLoanInput['transactions']>[number];

const termNames = [
  'annual_interest_rate',
  'payment',
  'interest_only_until',
  'variable_rate',
  'plan',
  'rates',
  'previous_charge_date',
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

/** The losses of an owner after a change: what it takes away, of which the other owner gets no more than is theirs, too. */
export function lossesAfter(
  stored: readonly StoredLoss[],
  before: Before,
  after: FollowedLoanInput,
  { version, at, isOwn }: Change,
): StoredLoss[] {
  const { input, rowVersions, changes } = before;
  const sharedBefore = { input, rowVersions, changes: isOwn ? [] : changes };
  const loss: StoredLoss = {
    version,
    own: isOwn,
    at: Timestamp.parse(at),
    transactions: lostRows(sharedBefore, after.transactions ?? [], isOwn).map(rowFields),
    opening_balance:
      input.opening_balance === undefined || input.opening_balance === after.opening_balance
        ? null
        : input.opening_balance / 100,
    offset_accounts: lostBalances(sharedBefore, after),
    terms: lostTerms(sharedBefore, after),
    state: lostState(input, after),
  };
  // Without a loss, it tells that all of the change can be undone, as long as the change is listed.
  const isListed = (each: StoredLoss) => hasLoss(each) || each.version > version - followedLoanLimits.changes;
  return newest([...recentLosses(stored, at), loss].filter(isListed));
}

export const hasLoss = ({ transactions, offset_accounts, terms, state }: StoredLoss): boolean =>
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

/**
 * The rows that are gone or changed, optionally also by a balance. What an owner has added alone since both follow the loan is the
 * owner's to remove.
 */
function lostRows(
  { input, rowVersions, changes }: Before,
  after: readonly Row[],
  isWithBalances: boolean,
): Row[] {
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
    .filter(({ row }) => isWithBalances || row.balance !== undefined || !takeOne(byPlace, placeOf(row)))
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
  const { offsets } = setBy(input, after);
  return input.offset_accounts.flatMap((account, index) => {
    const lost = account.balances.filter(
      ({ date, balance }) =>
        (current[index]?.get(date) !== balance || covers({ offsets }, index + 1, date)) &&
        !isOnlyOwn(setterOfBalance(together, index + 1, date)),
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
