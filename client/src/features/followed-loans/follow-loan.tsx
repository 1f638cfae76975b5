import {
  followedLoanLimits,
  followedLoanMessages,
} from 'contract/followed-loans/followed-loans.constants.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loanPath, paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { EnterLoanDialog } from './enter-loan-dialog.tsx';

/** How to follow a loan, and why for who follows none. */
export function FollowLoan({ loans }: { loans: number }) {
  const [isEntering, setEntering] = useState(false);
  const navigate = useNavigate();
  if (loans >= followedLoanLimits.loans)
    return <p className="text-muted">{followedLoanMessages.tooManyLoans}</p>;
  return (
    <>
      {loans === 0 && (
        <p className="text-muted">
          Follow your home loan: check each month’s interest, see when it ends, and what a rate decision does.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button to={paths.statement} variant={loans === 0 ? 'primary' : 'secondary'}>
          Check a statement first
        </Button>
        <Button onClick={() => setEntering(true)}>Enter a loan</Button>
      </div>
      {isEntering && (
        <EnterLoanDialog
          onSaved={({ id }) => void navigate(loanPath(id), { state: { isFollowed: true } })}
          onClose={() => setEntering(false)}
        />
      )}
    </>
  );
}
