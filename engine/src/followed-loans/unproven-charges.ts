/**
 * Which charges that differ no running balance proves: where a row is missing in the files, the same difference would come
 * out, so the bank is not accused.
 */
import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';

type Loan = Pick<FollowedLoanFields, 'transactions' | 'offset_accounts'>;
type Charge = StatementResult['rows'][number];

/** The indexes of the charges that differ without stated balances that lead through each day of their period. */
export function unprovenCharges(
  { transactions, offset_accounts: accounts }: Loan,
  { rows: charges }: Pick<StatementResult, 'rows'>,
): Set<number> {
  const rows = transactions ?? [];
  const leads = rows.map(({ amount, balance }, index) => {
    if (typeof balance !== 'number') return false;
    if (index === 0) return true;
    const before = rows[index - 1]!.balance;
    return typeof before === 'number' && isSame(balance, before + Number(amount));
  });
  const offsetDays = (accounts ?? []).map(({ balances }) => ({
    first: balances[0]?.date ?? '9999',
    last: balances.at(-1)?.date ?? '',
  }));
  const isProven = ({ from, to, date }: Charge, index: number): boolean => {
    const start = charges[index - 1]?.date ?? from ?? '';
    return (
      rows.every((row, at) => row.date < start || row.date > date || leads[at]) &&
      offsetDays.every(({ first, last }) => first <= (from ?? '') && last >= (to ?? '9999'))
    );
  };
  return new Set(
    charges.flatMap((charge, index) =>
      charge.status === 'differs' && !isProven(charge, index) ? [index] : [],
    ),
  );
}

const isSame = (one: number, other: number): boolean => Math.round(100 * one) === Math.round(100 * other);
