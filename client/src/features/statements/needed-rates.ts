import { type FollowedLoanFields, FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import { daysOfLoan } from 'contract/followed-loans/followed-loans.constants.ts';
import { likelyResult } from 'engine/calculators/statement.ts';
import { statementOf } from 'engine/followed-loans/loan-state.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';

/**
 * A loan to follow, without the rates that were typed where its charges are explained without them: they are found again with each
 * file, but typed ones grow old.
 */
export async function neededRates(loan: FollowedLoanFields): Promise<FollowedLoanFields> {
  const { rates, ...account } = loan;
  if (!rates || rates.length === 0) return loan;
  const input = FollowedLoanInput.parse(account);
  const statement = statementOf(input, daysOfLoan(input).lastDate);
  const result = statement && (await runSlices(likelyResult(statement)));
  const isExplained =
    result?.verdict === 'explained' && result.rows.every(({ reason }) => reason !== 'rate_unknown');
  return isExplained ? account : loan;
}
