import { FollowedLoanInput, type FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { loanMoves, offsetDaysOf, unprovenCharges } from 'engine/followed-loans/unproven-charges.ts';
import { mayBeRight, supportedResult } from '#features/statements/without-differences.ts';

/** The check of a loan as it is shown: what nothing proves is not called wrong. */
export function supportedCheck(input: FollowedLoanFields, check: NonNullable<FollowedLoanResult['check']>) {
  const loan = FollowedLoanInput.parse(input);
  const resting = unprovenCharges(loan, check);
  const { result, possible } = supportedResult(check, resting, loanMoves(loan));
  return { result, resting, possible, offsetDays: offsetDaysOf(loan.offset_accounts) };
}

/** How many charges the verdict calls not checked. */
export function uncheckedCount(input: FollowedLoanFields, check: FollowedLoanResult['check']): number {
  if (!check) return 0;
  const { result } = supportedCheck(input, check);
  return result.totals.not_checked - result.rows.filter(mayBeRight).length;
}
