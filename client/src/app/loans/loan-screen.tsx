import { useParams } from 'react-router-dom';
import { type LoadedLoan, useLoan } from '#features/followed-loans/followed-loans.queries.ts';
import { MonthsTable, TimeLines } from '#features/followed-loans/loan-chart.tsx';
import { LoanLead } from '#features/followed-loans/loan-lead.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Page } from '#ui/layout/page.tsx';
import { AddFile } from './add-file.tsx';

const back = { to: paths.loans, label: 'My loans' };
const unknown = { title: 'You do not follow this loan', link: { to: paths.loans, label: 'My loans' } };

export default function LoanScreen() {
  const { loanId = '' } = useParams();
  const query = useLoan(loanId);
  const name = query.data?.loan.name;
  return (
    <Page heading={name ?? 'MY LOAN'} title={name} back={back}>
      <QueryState
        query={query}
        failure="Your loan could not be loaded."
        unknown={unknown}
        className="flex min-h-[30rem] flex-col gap-6"
      >
        {(loaded) => <LoanParts key={loanId} {...loaded} />}
      </QueryState>
    </Page>
  );
}

function LoanParts({ loan, figures }: LoadedLoan) {
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-x-7 gap-y-6 not-print:min-[1100px]:grid-cols-12">
        <div className="min-[1100px]:col-span-4 min-[1100px]:col-start-9">
          <LoanLead figures={figures} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 min-[1100px]:col-span-8 min-[1100px]:col-start-1 min-[1100px]:row-span-2 min-[1100px]:row-start-1">
          <TimeLines figures={figures} />
          <MonthsTable months={figures.months} />
        </div>
        <div className="min-w-0 min-[1100px]:col-span-4 min-[1100px]:col-start-9 print:hidden">
          <AddFile loan={loan} />
        </div>
      </div>
    </>
  );
}
