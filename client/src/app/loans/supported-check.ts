import { FollowedLoanInput, type FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { loanMoves, offsetDaysOf, unprovenCharges } from 'engine/followed-loans/unproven-charges.ts';
import { mayBeRight, supportedResult } from '#features/statements/without-differences.ts';

/** The check of a loan as its page has it: what nothing proves is not called wrong. */
export function supportedCheck(input: FollowedLoanFields, check: NonNullable<FollowedLoanResult['check']>) {
  const loan = FollowedLoanInput.parse(input);
  const resting = unprovenCharges(loan, check);
  const { result, possible } = supportedResult(check, resting, loanMoves(loan));
  return { result, resting, possible, offsetDays: offsetDaysOf(loan.offset_accounts) };
}

export type SupportedCheck = ReturnType<typeof supportedCheck>;

/** How many charges the verdict calls not checked. */
export const uncheckedCount = ({ result: { totals, rows } }: SupportedCheck): number =>
  totals.not_checked - rows.filter(mayBeRight).length;
