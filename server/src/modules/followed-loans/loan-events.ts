import type { OperationName } from 'contract/operations.ts';
import { type NamedActor, recordStaffEvent } from '#audit/audit.ts';
import type { Transaction } from '#platform/database/database.ts';

const texts = {
  createLoan: 'follows a loan.',
  inviteToLoan: 'invited a friend to follow a loan, or withdrew it.',
  answerLoanInvitation: 'answered an invitation to follow a loan.',
  leaveLoan: 'no longer follows a loan together.',
  deleteLoan: 'no longer follows a loan.',
} as const satisfies Partial<Record<OperationName, string>>;

/** Only ids: neither the name of a loan nor an amount. The other user is no target, so that no export of theirs has it. */
export const recordLoanEvent = (
  tx: Transaction,
  actor: NamedActor,
  action: keyof typeof texts,
  { loanId, otherId }: { loanId: string; otherId?: string | undefined },
): Promise<void> =>
  recordStaffEvent(tx, actor, {
    action,
    message: texts[action],
    details: { loan_id: loanId, ...(otherId !== undefined && { user_id: otherId }) },
  });
