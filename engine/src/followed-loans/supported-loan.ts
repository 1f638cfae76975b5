/** Which charges of a followed loan are called wrong: on its page, in its letter and in notifications. */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import type { RestingReason } from 'engine/account-files/evidence.ts';
import type { Slices } from 'engine/slices.ts';
import { type Supported, supportedResult } from 'engine/statements/supported-result.ts';
import { statementOf } from './loan-state.ts';
import { loanMoves, unprovenCharges } from './unproven-charges.ts';

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
