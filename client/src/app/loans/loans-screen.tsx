import { FollowLoan } from '#features/followed-loans/follow-loan.tsx';
import { useLoans } from '#features/followed-loans/followed-loans.queries.ts';
import { LoanCards } from '#features/followed-loans/loan-cards.tsx';
import { LoanInvitations } from '#features/followed-loans/loan-invitations.tsx';
import { QueryState } from '#parts/query/query-state.tsx';
import { Page } from '#ui/layout/page.tsx';

export default function LoansScreen() {
  return (
    <Page heading="MY LOANS" title="My loans">
      <QueryState
        query={useLoans()}
        failure="Your loans could not be loaded."
        className="flex flex-col gap-6"
      >
        {({ data, invitations }) => (
          <>
            <LoanInvitations invitations={invitations} />
            <LoanCards heading="h2" loans={data} />
            <FollowLoan loans={data.length} />
          </>
        )}
      </QueryState>
    </Page>
  );
}
