import { followedLoanMessages } from 'contract/followed-loans/followed-loans.constants.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { AppError, notFound } from '#errors.ts';
import { lockLoanRows } from '#domain/followed-loans/followed-loans.queries.ts';
import { withoutLoss } from '#domain/followed-loans/undo.ts';
import { getLoan, type LoanWithFigures } from './followed-loans.service.ts';
import type { CalculatingDependencies } from './loan-figures.ts';

/** Gives up what the user can restore of a change. The loan, and what the other owner has, stay as they are. */
export async function discardLoss(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  { version, loan_version }: { version: number; loan_version?: number | undefined },
): Promise<LoanWithFigures> {
  await deps.database.prisma.$transaction(async (tx) => {
    const row = (await lockLoanRows(tx, caller.user.id, id)).find((each) => each.id === id);
    if (!row) throw notFound();
    if (loan_version !== undefined && loan_version !== row.version) {
      throw new AppError('conflict', followedLoanMessages.changedMeanwhile);
    }
    const restorable = withoutLoss(row.restorable, version);
    if (!restorable) throw new AppError('conflict', followedLoanMessages.notRestorable);
    await tx.followedLoan.update({ where: { id }, data: { restorable } });
  });
  return getLoan(deps, caller, id);
}
