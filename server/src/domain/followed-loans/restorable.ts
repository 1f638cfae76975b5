/** What one owner removes or replaces is stored for the other, who can restore it. */
import { FollowedLoanInput, LoanTermsUpdate } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { OffsetBalance, Transaction } from 'contract/statements/statement-fields.ts';
import { loanFields, offsetFields, rowFields } from 'engine/followed-loans/loan-fields.ts';
import { z } from 'zod';
import { parsedOnce } from '#domain/stored-json.ts';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
import { Opening, openingsOfRows, type RowOpening } from './openings.ts';

/** Of the column `input`, or of a state to which an owner can return. */
export const parsedInput = parsedOnce((input) => FollowedLoanInput.safeParse(input));

/** As it is sent. Another form inside is one of a newer version. */
export const formOf = (schema: z.ZodType) =>
  z.record(z.string(), z.unknown()).refine((value) => schema.safeParse(value).success);

const LostRow = z.object({
  row: formOf(Transaction),
  /** That of the change that added it. */
  version: z.int(),
  /** Its index among the rows of its day. */
  place: z.int().min(0),
  /** Of each row that was removed by the current version. */
  opening: Opening.optional(),
  /** The kind that a row has since that was not removed. */
  became: z.string().optional(),
  /** Whether the other owner can restore it as well. */
  shared: z.boolean().optional(),
});
export type LostRow = z.infer<typeof LostRow>;

export const StoredLoss = z.object({
  /** That of the change. */
  version: z.int(),
  at: z.iso.datetime(),
  transactions: z.array(LostRow),
  offset_accounts: z.array(
    z.object({
      account: z.int().min(1).max(followedLoanLimits.offsetAccounts),
      balances: z.array(formOf(OffsetBalance)),
    }),
  ),
  /** Those that were replaced; null for an absent one. */
  terms: formOf(LoanTermsUpdate).nullable(),
  /** What was owed before the first rows, and its day. */
  state: formOf(FollowedLoanInput).nullable().default(null),
});
export type StoredLoss = z.infer<typeof StoredLoss>;

export type Row = NonNullable<FollowedLoanInput['transactions']>[number];

const termNames = [
  'annual_interest_rate',
  'payment',
  'interest_only_until',
  'variable_rate',
  'plan',
  'rates',
] as const;

export const termsOf = (loan: FollowedLoanInput) => {
  const account = { ...loan, transactions: undefined, offset_accounts: [] };
  const wire: Partial<Record<string, unknown>> = loanFields(account);
  return Object.fromEntries(termNames.map((name) => [name, wire[name] ?? null]));
};

export interface LoanState {
  input: FollowedLoanInput;
  rowVersions: readonly number[];
  openings: readonly RowOpening[];
}

/** For each former row its index among the current ones, or null if it is gone. */
export type Partners = readonly (number | null)[];

export interface Changed extends LoanState {
  /** Where the change knows them: not if it is an undo. */
  partners?: Partners | undefined;
}

export const hasLoss = ({ transactions, offset_accounts, terms, state }: StoredLoss): boolean =>
  transactions.length > 0 || offset_accounts.length > 0 || terms !== null || state !== null;

export const recentOf = <Dated extends { at: string }>(stored: readonly Dated[], now: Date): Dated[] =>
  stored.filter(({ at }) => new Date(at) > daysAfter(now, -followedLoanLimits.restoreDays));

export const removedRows = (losses: readonly StoredLoss[]): LostRow[] =>
  losses.flatMap(({ transactions }) => transactions.filter(({ became }) => became === undefined));

export interface Entry {
  row: Row;
  version: number;
}

export const entriesOf = ({ input, rowVersions }: Pick<LoanState, 'input' | 'rowVersions'>): Entry[] =>
  (input.transactions ?? []).map((row, index) => ({ row, version: rowVersions[index]! }));

export const placeOf = ({ date, amount }: Row) => `${date} ${amount}`;
const ownPlaceOf = ({ row, version }: Entry) => `${placeOf(row)} ${version}`;
const keyOf = (entry: Entry) => `${ownPlaceOf(entry)} ${entry.row.kind} ${entry.row.balance ?? ''}`;

export function indexesOf<Each>(list: readonly Each[], key: (each: Each) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, each] of list.entries()) {
    const group = groups.get(key(each));
    if (group) group.push(index);
    else groups.set(key(each), [index]);
  }
  return groups;
}

/** The last index of a group that is not taken, of rows of which thousands may be equal. */
export function takeLast(group: number[] | undefined, isTaken: Set<number>): number | null {
  let index = group?.pop();
  while (index !== undefined && isTaken.has(index)) index = group?.pop();
  if (index === undefined) return null;
  isTaken.add(index);
  return index;
}

/** For each former row its index among the current ones, or null if it is gone: first equal rows are paired, then changed ones. */
function partnersOf(former: readonly Entry[], current: readonly Entry[]): Partners {
  const partners: (number | null)[] = former.map(() => null);
  const isTaken = new Set<number>();
  for (const key of [keyOf, ownPlaceOf]) {
    const left = indexesOf(current, (entry) => key(entry));
    for (const [index, entry] of [...former.entries()].toReversed()) {
      partners[index] ??= takeLast(left.get(key(entry)), isTaken);
    }
  }
  return partners;
}

/** The rows that are gone or changed. */
export function lostRows(before: LoanState, after: Changed): LostRow[] {
  const [former, current] = [entriesOf(before), entriesOf(after)];
  const partners = after.partners ?? partnersOf(former, current);
  const openings = openingsOfRows(before.input, before.openings);
  let place = 0;
  return former.flatMap(({ row, version }, index) => {
    place = row.date === former[index - 1]?.row.date ? place + 1 : 0;
    const partner = partners[index]!;
    if (partner === null) return { row: rowFields(row), version, place, opening: openings[index]! };
    const now = current[partner]!.row;
    // A balance that a file adds takes nothing away.
    const isUnchanged = now.kind === row.kind && (row.balance === undefined || row.balance === now.balance);
    return isUnchanged ? [] : { row: rowFields(row), version, place, became: now.kind };
  });
}

/** Of each account, by day. */
export const balancesOf = ({ offset_accounts: accounts }: FollowedLoanInput) =>
  accounts.map(({ balances }) => new Map(balances.map(({ date, balance }) => [date, balance])));

export function lostBalances(
  { offset_accounts: accounts }: FollowedLoanInput,
  after: FollowedLoanInput,
): StoredLoss['offset_accounts'] {
  const current = balancesOf(after);
  return accounts.flatMap(({ balances }, index) => {
    const lost = balances.filter(({ date, balance }) => current[index]?.get(date) !== balance);
    return lost.length === 0 ? [] : [{ account: index + 1, ...offsetFields({ balances: lost }) }];
  });
}

export function lostTerms(before: FollowedLoanInput, after: FollowedLoanInput): StoredLoss['terms'] {
  const former = termsOf(before);
  const names = changedTerms(before, after);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, former[name]]));
}

export function lostState(before: FollowedLoanInput, after: FollowedLoanInput): StoredLoss['state'] {
  if (before.owed === undefined || after.owed !== undefined) return null;
  const { owed, owed_on, previous_charge_date } = loanFields(before);
  return { owed, owed_on, ...(previous_charge_date && { previous_charge_date }) };
}

/** The names of the terms that a change replaces. */
export function changedTerms(before: FollowedLoanInput, after: FollowedLoanInput): string[] {
  const [former, current] = [termsOf(before), termsOf(after)];
  return termNames.filter((name) => JSON.stringify(former[name]) !== JSON.stringify(current[name]));
}
