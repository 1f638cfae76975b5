import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { useLoans } from './followed-loans.queries.ts';
import { LoanCards } from './loan-cards.tsx';
import { LoanInvitations } from './loan-invitations.tsx';

const mostCards = 3;

/** The loans on the dashboard. Nothing without a loan and an invitation. */
export function LoansSummary() {
  const { data } = useLoans();
  if (!data || data.data.length + data.invitations.length === 0) return null;
  return (
    <Disclosure title="Loans" aside={<Link to={paths.loans}>My loans</Link>}>
      <div className="flex flex-col gap-4">
        <LoanInvitations invitations={data.invitations} />
        <LoanCards heading="h3" loans={data.data.slice(0, mostCards)} />
      </div>
    </Disclosure>
  );
}
