/** The account of a check as that of a loan that is followed, with each offset account of its own. */
import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import { offsetBalances, startOf } from 'engine/account-files/offsets.ts';
import type { AccountFilesReading } from 'engine/account-files/read-account-files.ts';
import { balanceFields, type CheckedAccount } from 'engine/account-files/to-statement.ts';
import { centsOf, type StatementInput, type StatementTerms } from './statement-inputs.ts';

export function followedLoan(
  { inputs, accounts: { saved, loan } }: StatementTerms,
  { offset_balances: together, ...request }: StatementInput,
  { offsets }: AccountFilesReading,
  { rows, previousChargeDate }: CheckedAccount,
): FollowedLoanFields {
  if (loan.length === 0 && saved) {
    return { ...request, offset_accounts: together ? [{ balances: together }] : [] };
  }
  const start = startOf(rows, previousChargeDate);
  const accounts = [
    ...offsets.map((offset) => balanceFields(offsetBalances([offset], rows, previousChargeDate))),
    // Without a file.
    ...inputs.offset_accounts.map(({ opening_balance: balance }) => [
      { date: start, balance: Math.max(0, centsOf(balance) ?? 0) / 100 },
    ]),
  ];
  return { ...request, offset_accounts: accounts.map((balances) => ({ balances })) };
}
