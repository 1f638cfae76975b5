import { openCounts } from 'engine/statements/supported-result.ts';
import { useQuery } from '@tanstack/react-query';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { lazy, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { type LoadedLoan, useLoan, useLoans } from '#features/followed-loans/followed-loans.queries.ts';
import { IncomeYears } from '#features/followed-loans/income-years.tsx';
import { LoanChart, MonthsTable } from '#features/followed-loans/loan-chart.tsx';
import { monthsCsv, rowsCsv } from '#features/followed-loans/loan-csv.ts';
import { LoanLead } from '#features/followed-loans/loan-lead.tsx';
import { goalText } from '#features/followed-loans/loan-texts.ts';
import { LoanChanges, LoanOwners } from '#features/followed-loans/loan-owners.tsx';
import { LoanTerms } from '#features/followed-loans/loan-terms.tsx';
import { RateDecisions } from '#features/followed-loans/rate-decisions.tsx';
import { knownFigures } from '#features/followed-loans/several-payments.ts';
import { ObjectivePanel } from '#features/objectives/objective-panel.tsx';
import { useObjectives } from '#features/objectives/objectives.queries.ts';
import { ChargeTable } from '#features/statements/charge-table.tsx';
import type { Checked } from '#features/statements/statement-inputs.ts';
import {
  causeSentences,
  haveOtherRates,
  openSentences,
  verdictOf,
} from '#features/statements/statement-texts.ts';
import { statusText } from '#features/statements/status-texts.ts';
import { saveCsv } from '#parts/calculator/csv.ts';
import { PaperRecord } from '#parts/calculator/paper-note.tsx';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { numbered } from '#parts/format/numbered.ts';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { useScrollToHash } from '#parts/navigation/use-scroll-to-hash.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AddFile } from './add-file.tsx';
import { type SupportedCheck, useSupportedCheck } from './supported-check.ts';

const back = { to: paths.loans, label: 'My loans' };
const unknown = { title: 'You do not follow this loan', link: back };

export default function LoanScreen() {
  const { loanId = '' } = useParams();
  const query = useLoan(loanId);
  const { data, error, refetch } = query;
  const isTogether = Boolean(data?.loan.co_owner);
  const listed = numbered(useLoans(isTogether).data?.data ?? []).find(({ id }) => id === loanId);
  const isOutdated = listed && data && listed.version > data.loan.version;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  const name = listed?.name ?? data?.loan.name;
  return (
    <Page heading={name ?? 'MY LOAN'} title={name} back={back} aside={data && <Toolbar {...data} />}>
      {data && error && <Failure title="Your loan could not be loaded again" error={error} retry={refetch} />}
      <QueryState
        query={query}
        failure="Your loan could not be loaded."
        unknown={unknown}
        className="flex min-h-[30rem] flex-col gap-7"
      >
        {(loaded) => <LoanParts key={loanId} {...loaded} />}
      </QueryState>
    </Page>
  );
}

function Toolbar({ loan, figures }: LoadedLoan) {
  const hasRows = (loan.input.transactions?.length ?? 0) > 0;
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2 print:hidden">
      <Button variant="ghost" onClick={() => window.print()}>
        Print
      </Button>
      <Button variant="ghost" onClick={() => saveCsv('loan-followed.csv', monthsCsv(figures.months))}>
        CSV
      </Button>
      {hasRows && (
        <Button variant="ghost" onClick={() => saveCsv('loan-rows.csv', rowsCsv(loan))}>
          Rows as CSV
        </Button>
      )}
    </div>
  );
}

function LoanParts({ loan, figures: computed }: LoadedLoan) {
  const navigate = useNavigate();
  useScrollToHash();
  const { several, figures } = knownFigures(loan.input, computed);
  const supported = useSupportedCheck({ loan, figures: computed });
  const objectives = useObjectives().data?.filter(({ loan_id }) => loan_id === loan.id) ?? [];
  return (
    <>
      {(loan.input.variable_rate ?? true) && <UnmarkSaved />}
      <div className="grid grid-cols-1 items-start gap-x-7 gap-y-6 not-print:min-[1100px]:grid-cols-12">
        <div className="not-print:min-[1100px]:col-span-4 not-print:min-[1100px]:col-start-9">
          <LoanLead
            input={loan.input}
            figures={figures}
            several={several}
            goal={several ? '' : goalText(objectives, figures.as_of)}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6 not-print:min-[1100px]:col-span-8 not-print:min-[1100px]:col-start-1 not-print:min-[1100px]:row-span-2 not-print:min-[1100px]:row-start-1">
          <LoanChart figures={figures} className="h-[15rem] md:h-[22rem]" />
          {figures.months.length > 1 && <MonthsTable months={figures.months} />}
        </div>
        <div className="min-w-0 not-print:min-[1100px]:col-span-4 not-print:min-[1100px]:col-start-9 not-print:min-[1100px]:has-data-files:col-span-12 not-print:min-[1100px]:has-data-files:col-start-1 print:hidden">
          <AddFile loan={loan} />
        </div>
      </div>
      {supported && <BankInterest loan={loan} supported={supported} />}
      <IncomeYears
        input={loan.input}
        figures={figures}
        unchecked={supported ? openCounts(supported.result).unchecked : 0}
      />
      <RateDecisions figures={figures} isVariable={loan.input.variable_rate ?? true} />
      <ObjectivePanel loanId={loan.id} />
      <LoanTerms loan={loan} figures={figures} />
      <div className="grid items-start gap-x-7 gap-y-7 min-[1100px]:grid-cols-2">
        <LoanOwners
          loan={loan}
          goals={objectives.length}
          onDeleted={() => void navigate(paths.loans, { replace: true })}
        />
        <LoanChanges loan={loan} />
      </div>
      <PaperRecord />
    </>
  );
}

/** After a loan is followed, saved loans that are marked as variable need their mark no longer. */
function UnmarkSaved() {
  const { state } = useLocation() as { state: { isFollowed?: boolean } | null };
  const { data } = useQuery({
    // Those with a variable rate are first.
    ...apiQuery('listCalculations', { query: { sort: 'gap' } }),
    enabled: state?.isFollowed === true,
  });
  const { mutate: unmark, isPending } = useApiMutation({
    mutationFn: (id: string) => call('updateCalculation', { params: { id }, body: { variable_rate: false } }),
    toastsFailure: true,
    invalidates: ['listCalculations'],
  });
  const marked = (data?.data ?? []).filter(({ variable_rate, shared_by }) => variable_rate && !shared_by);
  if (marked.length === 0) return null;
  return (
    <Alert tone="info" title="Is this a loan that you saved before?">
      <p>
        Rate decisions are now compared with the rows of this loan. If it is one of these, remove its mark as
        variable, so that its average rate is not compared as well.
      </p>
      <ul className="flex flex-col gap-2">
        {marked.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Button loading={isPending} onClick={() => unmark(id)}>
              <Labelled name={name}>Remove mark</Labelled>
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const LetterDialog = lazy(async () => ({
  default: (await import('#features/statements/letter-dialog.tsx')).LetterDialog,
}));

interface BankInterestProps {
  loan: FollowedLoan;
  supported: SupportedCheck;
}

const lastCharges = 3;

/** Whether each interest charge is right, with the letter where one differs. */
function BankInterest({ loan: { input }, supported }: BankInterestProps) {
  const isPrinting = usePrinting();
  const [isLetterOpen, setLetterOpen] = useState(false);
  const { result: check } = supported;
  const checked: Checked = {
    ...supported,
    offsetAccounts: input.offset_accounts?.length,
    areRatesGiven: (input.rates?.length ?? 0) > 0,
    rowName: (transaction) => `Row ${transaction}`,
    questions: [],
    leftOut: [],
    calculation: undefined,
    whyUnsaved: '',
    startAdvice: 'add the rows of the month before',
  };
  const { title, tone, basis } = verdictOf(checked);
  const close = () => setLetterOpen(false);
  return (
    <Panel title="The bank’s interest">
      <div className="flex flex-col gap-4">
        <Alert tone={tone} title={title}>
          <p>{basis}</p>
        </Alert>
        <ul className="flex flex-col gap-1 tabular-nums empty:hidden">
          {check.rows
            .slice(-lastCharges)
            .toReversed()
            .map((charge) => (
              <li key={charge.row}>
                {formatLongDate(charge.date)}: {formatAud(charge.charged)}. {statusText(charge)}.
              </li>
            ))}
        </ul>
        <ul className="flex flex-col gap-1 text-sm empty:hidden">
          {[...causeSentences(check, checked.offsetAccounts), ...openSentences(checked)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {check.totals.differing > 0 && !haveOtherRates(check) && (
          <div className="print:hidden">
            <Button onClick={() => setLetterOpen(true)}>Letter</Button>
          </div>
        )}
        {check.rows.length > 0 &&
          (isPrinting ? (
            <ChargeTable result={check} />
          ) : (
            <Disclosure title="All charges" defaultOpen={false}>
              <ChargeTable result={check} />
            </Disclosure>
          ))}
      </div>
      {isLetterOpen && (
        <LazyDialog onClose={close}>
          <LetterDialog checked={checked} onClose={close} />
        </LazyDialog>
      )}
    </Panel>
  );
}
