import { Link } from 'react-router-dom';
import { FollowLoan } from '#features/followed-loans/follow-loan.tsx';
import { useLoans } from '#features/followed-loans/followed-loans.queries.ts';
import { LoanCards } from '#features/followed-loans/loan-cards.tsx';
import { LoanInvitations } from '#features/followed-loans/loan-invitations.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { LeadingLoan } from './leading-loan.tsx';

const mostCards = 3;

/** The loans on the dashboard. A single one leads it. */
export function LoansSummary() {
  const query = useLoans();
  const hasLoans = (query.data?.data.length ?? 0) > 0;
  return (
    <Panel title="My loans" aside={hasLoans && <Link to={paths.loans}>All loans</Link>}>
      <QueryState
        query={query}
        failure="Your loans could not be loaded."
        className="flex flex-col gap-4"
        // The height of a loan is not known before the list is.
        loading={
          <output className="block min-h-[6rem]">
            <VisuallyHidden>Loading…</VisuallyHidden>
          </output>
        }
      >
        {({ data, invitations }) => {
          const [first, ...others] = data;
          return (
            <>
              <LoanInvitations invitations={invitations} />
              {first === undefined ? (
                <FollowLoan loans={0} />
              ) : others.length === 0 ? (
                <LeadingLoan {...first} />
              ) : (
                <LoanCards heading="h3" loans={data} most={mostCards} />
              )}
            </>
          );
        }}
      </QueryState>
    </Panel>
  );
}
