/** Which charges of a followed loan are called wrong: on its page, in its letter and in notifications. */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import type { RestingReason } from 'engine/account-files/evidence.ts';
import type { Slices } from 'engine/slices.ts';
import { changesOf, type Move } from 'engine/statements/possible-charges.ts';
import { type Supported, supportedResult } from 'engine/statements/supported-result.ts';
import { statementOf } from './loan-state.ts';

export interface SupportedLoan extends Supported {
  /** The charges that are not called wrong for want of evidence, by their indexes. */
  resting: ReadonlyMap<number, RestingReason>;
}

export function* supportedLoan(loan: FollowedLoanInput, check: StatementResult): Slices<SupportedLoan> {
  const resting = unprovenCharges(loan, check);
  yield;
  const body = statementOf(loan, check.last_date)!;
  return { ...(yield* supportedResult(check, { body, resting, moves: () => loanMoves(loan) })), resting };
}

type Loan = Pick<FollowedLoanInput, 'transactions' | 'offset_accounts' | 'previous_charge_date'>;

/**
 * The charges that differ without stated balances that lead through each day of their period, by their indexes: where a row is
 * missing in the files, the same difference would come out, so the bank is not accused.
 */
export function unprovenCharges(
  loan: Loan,
  { rows: charges }: Pick<StatementResult, 'rows'>,
): Map<number, RestingReason> {
  const { transactions, offset_accounts: accounts, previous_charge_date: previous } = loan;
  const rows = transactions ?? [];
  const leads = rows.map(({ amount, balance }, index) => {
    if (typeof balance !== 'number') return false;
    if (index === 0) return true;
    const before = rows[index - 1]!.balance;
    return typeof before === 'number' && balance === before + amount;
  });
  const known = offsetDaysOf(accounts.map(({ balances }) => balances));
  const doubtOf = ({ from, to, date }: Charge, index: number): RestingReason | null => {
    const start = charges[index - 1]?.date ?? from ?? '';
    if (!rows.every((row, at) => row.date < start || row.date > date || leads[at])) return 'balance';
    return known && (known.first > (from ?? '') || known.last < (to ?? '9999')) ? 'offset' : null;
  };
  return new Map(
    charges.flatMap((charge, index): [number, RestingReason][] => {
      if (charge.status !== 'differs') return [];
      // A wrong day before the first charge gives another number of days.
      if (index === 0 && previous) return [[index, 'start']];
      if (charge.adjustment !== 0) return [[index, 'correction']];
      const doubt = doubtOf(charge, index);
      return doubt === null ? [] : [[index, doubt]];
    }),
  );
}

export interface OffsetDays {
  first: string;
  last: string;
}

/** From when to when the rows or balances of all offset accounts are known; null without accounts. */
export function offsetDaysOf(accounts: readonly (readonly { date: string }[])[]): OffsetDays | null {
  if (accounts.length === 0) return null;
  const firsts = accounts.map((entries) => entries[0]?.date ?? '9999');
  const lasts = accounts.map((entries) => entries.at(-1)?.date ?? '');
  return { first: firsts.toSorted().at(-1)!, last: lasts.toSorted()[0]! };
}

/** The rows of the loan and what each offset account changes by. */
export const loanMoves = ({ transactions = [], offset_accounts: accounts }: Loan): Move[] => [
  ...changesOf({ transactions, offset_balances: [] }),
  ...accounts.flatMap(({ balances }) => changesOf({ transactions: [], offset_balances: balances })),
];
