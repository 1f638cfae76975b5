import {
  periodsPerYear,
  type PaymentBasis,
  type PaymentFrequency,
} from 'contract/scenarios/scenarios.constants.ts';
import type { LoanRequestInput, LoanResult } from 'contract/loans/loans.ts';
import { type ReactNode, type Ref, useDeferredValue } from 'react';
import { saveCsv } from '#parts/calculator/csv.ts';
import { paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { PaperNote } from '#parts/calculator/paper-note.tsx';
import { ResultToolbar } from '#parts/calculator/result-toolbar.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { AmortizationSchedule } from './schedule/amortization-schedule.tsx';
import type { UnsavedCalculation } from '#parts/calculator/saved/calculations.queries.ts';
import { SaveButton } from '#parts/calculator/saved/save-button.tsx';
import { formatAud } from '#parts/format/format.ts';
import { LoanSummary, termsText } from './loan-summary.tsx';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { type Fees, scheduleCsv } from './schedule/schedule-csv.ts';
import type { ScheduleRow } from './schedule/schedule-years.ts';
import { YearsChart } from './schedule/years-chart.tsx';
import './loans.css';

interface LoanOutcomeProps {
  ref: Ref<HTMLElement>;
  result: (Omit<LoanResult, 'amortization_schedule'> & { amortization_schedule: ScheduleRow[] }) | undefined;
  /** The inputs of the result. */
  terms: LoanRequestInput | undefined;
  error: Error | null;
  isPending: boolean;
  /** Whether the form has changed since. */
  isStale: boolean;
  frequency?: PaymentFrequency;
  basis?: PaymentBasis | undefined;
  /** Query and fragment of the result's URL. */
  address: string;
  /** Further terms, one sentence each. */
  options?: string[];
  fees?: Fees | undefined;
  calculation: UnsavedCalculation | undefined;
  /** In the summary, below its figures. */
  summary?: ReactNode;
  /** Between the summary and the schedule. */
  children?: ReactNode;
}

const noOptions: string[] = [];

/** Results that follow every key are announced after a pause. */
const announceAfterMs = 500;

export function LoanOutcome({
  ref,
  result,
  terms,
  error,
  isPending,
  isStale,
  frequency = 'monthly',
  basis = 'exact',
  address,
  options = noOptions,
  fees,
  calculation,
  summary,
  children,
}: LoanOutcomeProps) {
  const link = new URL(paths.loanCalculator + address, window.location.origin).href;
  const years = periodsPerYear[frequency];
  const spoken = useDebouncedValue(
    result && !isStale && !isPending ? announcement(result, frequency) : '',
    announceAfterMs,
  );
  // Figures are rendered first; charts and tables follow in a transition.
  const later = useDeferredValue(result);
  return (
    <>
      {result && terms && (
        <PaperNote title="Loan" link={link}>
          <p>
            {formatAud(result.input_total_loan_amount)}:{' '}
            {termsText(terms, result.amortization_schedule.length, frequency)}
          </p>
          {options.map((option) => (
            <p key={option}>{option}</p>
          ))}
        </PaperNote>
      )}
      <section
        className="grid grid-cols-1 gap-5 not-print:min-[60rem]:grid-cols-[minmax(0,1fr)_24rem] not-print:min-[60rem]:items-start"
        ref={ref}
        tabIndex={-1}
        aria-label="Result"
        aria-busy={isPending}
      >
        <div className={cx((isStale || isPending) && 'dimmed')}>
          <LoanSummary
            result={result}
            terms={terms}
            error={error}
            isStale={isStale}
            isPending={isPending}
            frequency={frequency}
            basis={basis}
          >
            {summary}
            {result && (
              <ResultToolbar
                link={link}
                saveCsv={() =>
                  saveCsv('amortization-schedule.csv', scheduleCsv(result.amortization_schedule, fees))
                }
              >
                {calculation && <SaveButton calculation={calculation} />}
                <Button variant="ghost" to={`${paths.about}#figures`}>
                  How this is computed
                </Button>
              </ResultToolbar>
            )}
          </LoanSummary>
        </div>
        <div className={cx((isStale || isPending) && 'dimmed')}>
          <PaymentBreakdown result={later} />
        </div>
        <VisuallyHidden>
          <output>{spoken}</output>
        </VisuallyHidden>
      </section>
      {children}
      {later && later.amortization_schedule.length > years && (
        <div className={cx((isStale || isPending) && 'dimmed')}>
          <YearsChart rows={later.amortization_schedule} periodsPerYear={years} />
        </div>
      )}
      <AmortizationSchedule
        rows={result?.amortization_schedule}
        isPending={isPending}
        isStale={isStale}
        periodsPerYear={years}
      />
    </>
  );
}

function announcement(result: LoanResult, frequency: PaymentFrequency): string {
  const { calculated_monthly_payment: payment, total_interest_paid: interest } = result;
  return `${paymentTexts[frequency]} payment ${formatAud(payment)}, total interest ${formatAud(interest)}.`;
}
