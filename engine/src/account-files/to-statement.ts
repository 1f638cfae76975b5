/** The request of a check, and what a result rests on, from the account that was read. */
import type { StatementInput } from 'contract/statements/statement-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import type { Move } from 'engine/statements/possible-charges.ts';
import { withCorrections } from './corrections.ts';
import { bankRefundIn } from './kinds.ts';
import { isBeyond, type OffsetAccount, offsetBalances, startOf } from './offsets.ts';
import type { Typed } from './questions.ts';
import type { AccountFilesReading, LoanRow } from './read-account-files.ts';

export interface DayRange {
  from: string;
  to: string;
}

export interface DayBalance {
  date: string;
  cents: number;
}

/** The part of an account that is checked. */
export interface CheckedAccount {
  rows: readonly LoanRow[];
  openingCents: number | null;
  offsetBalances: readonly DayBalance[];
  previousChargeDate: string | null;
}

interface Part {
  /** The days for which it is checked, or null for all. */
  range: DayRange | null;
  /** What the offset accounts without a file hold on all days. */
  constantCents: number;
}

/** In a range, from the last charge on or before its first day to the last charge within. */
export function checkedAccount(
  { rows: read, openingCents, offsets }: Pick<AccountFilesReading, 'rows' | 'openingCents' | 'offsets'>,
  { previousChargeDate }: Pick<Typed, 'previousChargeDate'>,
  { range, constantCents }: Part,
): CheckedAccount {
  const all = withCorrections(read);
  const [start, end] = range
    ? [range.from, range.to].map((day) =>
        all.findLastIndex(({ kind, date }) => kind === 'interest' && date <= day),
      )
    : [-1, all.length - 1];
  const isPart = range !== null && end! > start!;
  const skipped = isPart ? start! + 1 : 0;
  const rows = isPart ? all.slice(skipped, end! + 1) : all;
  const previous = (isPart ? all[start!]?.date : null) ?? previousChargeDate;
  const opening = all
    .slice(0, skipped)
    .reduce<number | null>(
      (running, { balance, cents }) => balance ?? (running === null ? null : running + (cents ?? 0)),
      openingCents,
    );
  return {
    rows,
    openingCents: opening,
    offsetBalances: withConstant(
      offsetBalances(offsets, rows, previous),
      constantCents,
      startOf(rows, previous),
    ),
    previousChargeDate: previous,
  };
}

/** Adds a balance on all days from the start on. */
export function withConstant(
  balances: readonly DayBalance[],
  constantCents: number,
  start: string,
): readonly DayBalance[] {
  if (constantCents === 0) return balances;
  const isEarlier = (balances[0]?.date ?? '9999') > start;
  return [...(isEarlier ? [{ date: start, cents: 0 }] : []), ...balances].map(({ date, cents }) => ({
    date,
    cents: cents + constantCents,
  }));
}

const dollars = (cents: number): number => cents / 100;

export const balanceFields = (balances: readonly DayBalance[]) =>
  balances.map(({ date, cents }) => ({ date, balance: dollars(cents) }));

export const offsetEntries = (balances: readonly DayBalance[]): Pick<StatementInput, 'offset_balances'> =>
  balances.length === 0 ? {} : { offset_balances: balanceFields(balances) };

export const transactionsOf = (rows: readonly LoanRow[]): StatementInput['transactions'] =>
  rows.map(({ date, cents, kind, balance }) => ({
    date,
    amount: dollars(cents ?? 0),
    ...(kind !== 'other' && { kind }),
    ...(balance !== null && { balance: dollars(balance) }),
  }));

export function toStatement({
  rows,
  openingCents,
  offsetBalances: balances,
  previousChargeDate,
}: CheckedAccount): StatementInput {
  return {
    ...(openingCents !== null && { opening_balance: dollars(openingCents) }),
    ...(previousChargeDate !== null && { previous_charge_date: previousChargeDate }),
    transactions: transactionsOf(rows),
    ...offsetEntries(balances),
  };
}

/** What each row adds to the debt, or takes from an offset account. */
export const accountMoves = (rows: readonly LoanRow[], offsets: readonly OffsetAccount[]): Move[] => [
  ...rows.flatMap(({ date, cents, kind, texts }) =>
    kind === 'interest' && (cents ?? 0) >= 0
      ? []
      : { date, cents: cents ?? 0, isOffset: false, refundWords: bankRefundIn(texts, false) },
  ),
  ...offsets.flatMap(({ account }) =>
    account.rows.map(({ date, cents, texts }) => ({
      date,
      cents: 0 - (cents ?? 0),
      isOffset: true,
      refundWords: bankRefundIn(texts, true),
    })),
  ),
];

/** The offset accounts that have no rows on days of a charge that differs. */
export const uncoveredOffsets = (
  offsets: readonly OffsetAccount[],
  { rows }: Pick<StatementResult, 'rows'>,
): OffsetAccount[] =>
  offsets.filter((offset) => rows.some((charge) => charge.status === 'differs' && isBeyond(charge, offset)));
