import { FollowedLoanInput, type FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { supportedLoan } from 'engine/followed-loans/supported-loan.ts';
import { offsetDaysOf } from 'engine/followed-loans/unproven-charges.ts';
import { finish } from 'engine/slices.ts';
import { mayBeRight } from 'engine/statements/supported-result.ts';

/** The check of a loan as its page has it: what nothing proves is not called wrong. */
export function supportedCheck(input: FollowedLoanFields, check: NonNullable<FollowedLoanResult['check']>) {
  const loan = FollowedLoanInput.parse(input);
  return { ...finish(supportedLoan(loan, check)), offsetDays: offsetDaysOf(loan.offset_accounts) };
}

export type SupportedCheck = ReturnType<typeof supportedCheck>;

/** How many charges the verdict calls not checked. */
export const uncheckedCount = ({ result: { totals, rows } }: SupportedCheck): number =>
  totals.not_checked - rows.filter(mayBeRight).length;
