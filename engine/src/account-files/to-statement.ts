/** The request of a check, and what a result rests on, from the account that was read. */
import type { StatementInput } from 'contract/statements/statement-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import type { Confirm, Typed } from './questions.ts';
import type { AccountFilesReading, LoanRow } from './read-account-files.ts';

const dollars = (cents: number): number => cents / 100;

export const transactionsOf = (rows: readonly LoanRow[]): StatementInput['transactions'] =>
  rows.map(({ date, cents, kind, balance }) => ({
    date,
    amount: dollars(cents ?? 0),
    ...(kind !== 'other' && { kind }),
    ...(balance !== null && { balance: dollars(balance) }),
  }));

export function toStatement(
  {
    rows,
    openingCents,
    offsetBalances,
  }: Pick<AccountFilesReading, 'rows' | 'openingCents' | 'offsetBalances'>,
  { previousChargeDate }: Pick<Typed, 'previousChargeDate'>,
): StatementInput {
  return {
    ...(openingCents !== null && { opening_balance: dollars(openingCents) }),
    ...(previousChargeDate !== null && { previous_charge_date: previousChargeDate }),
    transactions: transactionsOf(rows),
    ...(offsetBalances.length > 0 && {
      offset_balances: offsetBalances.map(({ date, cents }) => ({ date, balance: dollars(cents) })),
    }),
  };
}

/** What must be confirmed before a difference in the result is shown. */
export function openConfirms(
  { confirm, offsets }: Pick<AccountFilesReading, 'confirm' | 'offsets'>,
  { rows }: StatementResult,
): Set<Confirm> {
  const differing = rows.filter(({ status }) => status === 'differs');
  const isBeyond = offsets.some(({ account }) => {
    const [first, last] = [account.rows[0]?.date ?? '', account.rows.at(-1)?.date ?? ''];
    return differing.some(({ from, to }) => (from !== null && from < first) || (to !== null && to > last));
  });
  return new Set([...confirm, ...(isBeyond ? (['covers'] as const) : [])]);
}
