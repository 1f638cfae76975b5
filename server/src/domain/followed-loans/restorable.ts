/** What one owner removes or replaces is stored for the other, who can restore it. */
import { FollowedLoanInput, LoanTermsUpdate } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { OffsetBalance, Transaction } from 'contract/statements/statement-fields.ts';
import { loanFields, offsetFields, rowFields } from 'engine/followed-loans/loan-fields.ts';
import { takerOf } from 'engine/taker.ts';
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

/** What is left of the balances and terms of a loss. */
export function partOf(
  loss: StoredLoss,
  hasTerm: (name: string, term: unknown) => boolean,
  hasBalance: (account: number, balance: Record<string, unknown>) => boolean,
): StoredLoss {
  const terms = Object.entries(loss.terms ?? {}).filter(([name, term]) => hasTerm(name, term));
  const offset_accounts = loss.offset_accounts.flatMap(({ account, balances }) => {
    const left = balances.filter((balance) => hasBalance(account, balance));
    return left.length === 0 ? [] : [{ account, balances: left }];
  });
  return { ...loss, terms: terms.length === 0 ? null : Object.fromEntries(terms), offset_accounts };
}

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

/** For each former row its index among the current ones, or null if it is gone: first equal rows are paired, then changed ones. */
function partnersOf(former: readonly Entry[], current: readonly Entry[]): Partners {
  const take = takerOf(current.map((entry, index) => [index, [keyOf(entry), ownPlaceOf(entry)]]));
  const backwards = former.toReversed();
  const equal = backwards.map((entry) => take(keyOf(entry)));
  return backwards.map((entry, index) => equal[index] ?? take(ownPlaceOf(entry)) ?? null).toReversed();
}

/** For each row its index among the rows of its day. */
export function placesOf(entries: readonly Pick<Entry, 'row'>[]): number[] {
  let place = 0;
  return entries.map(({ row }, index) => {
    place = row.date === entries[index - 1]?.row.date ? place + 1 : 0;
    return place;
  });
}

/** The rows that are gone or changed. */
export function lostRows(before: LoanState, after: Changed): LostRow[] {
  const [former, current] = [entriesOf(before), entriesOf(after)];
  const partners = after.partners ?? partnersOf(former, current);
  const openings = openingsOfRows(before.input, before.openings);
  const places = placesOf(former);
  return former.flatMap(({ row, version }, index) => {
    const place = places[index]!;
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
