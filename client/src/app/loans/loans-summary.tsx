import type { ListedLoan } from 'contract/followed-loans/followed-loans.ts';
import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { Link } from 'react-router-dom';
import { outcomeText, pointsText } from '#features/followed-loans/decision-texts.ts';
import { FollowLoan } from '#features/followed-loans/follow-loan.tsx';
import { type LoadedLoan, useLoan, useLoans } from '#features/followed-loans/followed-loans.queries.ts';
import { LoanCards } from '#features/followed-loans/loan-cards.tsx';
import { LoanChart } from '#features/followed-loans/loan-chart.tsx';
import { LoanInvitations } from '#features/followed-loans/loan-invitations.tsx';
import { LoanLead } from '#features/followed-loans/loan-lead.tsx';
import { knownFigures } from '#features/followed-loans/several-payments.ts';
import { statusText } from '#features/statements/status-texts.ts';
import { formatAud, formatDate, formatShortRate } from '#parts/format/format.ts';
import { addFileHash, loanPath, paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { type SupportedCheck, useSupportedCheck } from './supported-check.ts';

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

/** About as high as a loan of which all is known. */
const cardClass = 'min-h-[31rem] border border-rule bg-surface p-5 max-md:min-h-[58rem] max-md:p-4';

const LoadingLoan = () => (
  <output className={cx('block', cardClass)}>
    <VisuallyHidden>Loading…</VisuallyHidden>
  </output>
);

/** The only loan of a user: what is owed, when it ends, its lines, and the latest facts. */
function LeadingLoan({ id, name, co_owner }: ListedLoan) {
  return (
    <QueryState
      query={useLoan(id)}
      failure="Your loan could not be loaded."
      className="@container"
      label={name}
      loading={<LoadingLoan />}
    >
      {({ loan, figures: computed }) => {
        const known = knownFigures(loan.input, computed);
        return (
          <div className={cx('flex flex-col gap-5 print:min-h-0 print:border-0 print:p-0', cardClass)}>
            <div className="grid grid-cols-1 gap-5 @min-[60em]:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              <div className="flex min-w-0 flex-col gap-2">
                <h3 className="text-md wrap-anywhere">
                  <Link className="text-strong" to={loanPath(id)}>
                    {name}
                  </Link>
                  {co_owner && (
                    <span className="text-sm font-normal text-muted"> with {co_owner.username}</span>
                  )}
                </h3>
                <LoanLead input={loan.input} {...known} path={loanPath(id)} />
                <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-2">
                  <Button variant="primary" to={loanPath(id) + addFileHash}>
                    Add the next file
                  </Button>
                  <Button variant="ghost" className="text-text" to={loanPath(id)}>
                    <Labelled name={name}>Open</Labelled>
                  </Button>
                </div>
              </div>
              <LoanChart figures={known.figures} className="h-[17rem]" />
            </div>
            <Facts loan={loan} figures={known.figures} />
          </div>
        );
      }}
    </QueryState>
  );
}

interface Fact {
  label: string;
  figure: string;
  text: string;
  isWarning?: boolean;
}

function Facts(loaded: LoadedLoan) {
  const supported = useSupportedCheck(loaded);
  return (
    <dl className="grid grid-cols-2 gap-x-5 @max-[20em]:grid-cols-1 @min-[60em]:grid-cols-4">
      {factsOf(loaded, supported).map(({ label, figure, text, isWarning }) => (
        <div key={label} className="border-t border-rule py-3">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className={cx('text-lg leading-[1.4] tabular-nums', isWarning ? 'text-warn' : 'text-strong')}>
            {figure}
          </dd>
          <dd className="text-xs text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is known of the last charge, this income year, the payment and the last rate decision. */
function factsOf({ loan: { input }, figures }: LoadedLoan, supported: SupportedCheck | undefined): Fact[] {
  const { check, income_years, payment, decisions } = figures;
  const charge = supported?.result.rows.at(-1);
  const year = income_years.at(-1);
  const decision = decisions.at(-1);
  const facts: (Fact | null | undefined)[] = [
    charge && {
      label: 'Last charge',
      figure: formatAud(charge.charged),
      text: `${formatDate(charge.date)}, ${chargeText(charge)}`,
      isWarning: chargeText(charge).startsWith('differs:'),
    },
    year && {
      label: 'Interest in the income year',
      figure: formatAud(year.interest),
      text: `since ${formatDate(firstDayOf(year.income_year, input.transactions?.[0]?.date))}`,
    },
    payment && {
      label: 'Payment',
      figure: formatAud(payment.amount),
      text: `a ${periodNames[payment.frequency]}, next after your last row: ${formatDate(payment.next_date)}`,
    },
    decision && {
      label: `${decision.points_of_decision > 0 ? 'Rise' : 'Cut'} of ${formatDate(decision.date)}`,
      figure: pointsText(decision.points_of_decision),
      text: outcomeText(decision, check).replace(/\.$/, ''),
    },
  ];
  return facts.filter((fact) => fact !== null && fact !== undefined);
}

/** What may be right only differs. */
function chargeText(charge: Charge): string {
  const { status, annual_interest_rate: rate } = charge;
  return status === 'explained' && rate !== null
    ? `right to the cent at ${formatShortRate(rate)}`
    : statusText(charge)
        .replace(/^Differs$/, 'Differs: cause unknown')
        .toLowerCase();
}

/** Of an income year, or the first row where that is later. */
function firstDayOf(incomeYear: string, firstRow = ''): string {
  const july = `${incomeYear.slice(0, 4)}-07-01`;
  return firstRow > july ? firstRow : july;
}
