import {
  followedLoanLimits,
  followedLoanMessages,
} from 'contract/followed-loans/followed-loans.constants.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EnterLoanDialog } from '#features/followed-loans/enter-loan-dialog.tsx';
import { useLoans } from '#features/followed-loans/followed-loans.queries.ts';
import { LoanCards } from '#features/followed-loans/loan-cards.tsx';
import { LoanInvitations } from '#features/followed-loans/loan-invitations.tsx';
import { loanPath, paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';

export default function LoansScreen() {
  const [isEntering, setEntering] = useState(false);
  const navigate = useNavigate();
  const query = useLoans();
  return (
    <Page heading="MY LOANS" title="My loans">
      <QueryState query={query} failure="Your loans could not be loaded." className="flex flex-col gap-6">
        {({ data, invitations }) => (
          <>
            <LoanInvitations invitations={invitations} />
            {data.length === 0 && (
              <p className="text-muted">
                Follow your home loan: check each month’s interest, see when it ends, and what a rate decision
                does.
              </p>
            )}
            <LoanCards heading="h2" loans={data} />
            {data.length < followedLoanLimits.loans ? (
              <div className="flex flex-wrap gap-3">
                <Button to={paths.statement} variant={data.length === 0 ? 'primary' : 'secondary'}>
                  Check a statement first
                </Button>
                <Button onClick={() => setEntering(true)}>Enter a loan</Button>
              </div>
            ) : (
              <p className="text-muted">{followedLoanMessages.tooManyLoans}</p>
            )}
          </>
        )}
      </QueryState>
      {isEntering && (
        <EnterLoanDialog
          onSaved={({ id }) => void navigate(loanPath(id), { state: { isFollowed: true } })}
          onClose={() => setEntering(false)}
        />
      )}
    </Page>
  );
}
