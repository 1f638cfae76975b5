import { periodsPerYear, type PaymentFrequency } from 'contract/workshop.constants.ts';
import type { LoanRequestInput, LoanResult } from 'contract/loans.ts';
import { type ReactNode, type Ref, useDeferredValue } from 'react';
import { useDebouncedValue } from '#parts/use-debounced-value.ts';
import { cx } from '#ui/cx.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { AmortizationSchedule } from './amortization-schedule.tsx';
import { formatAud } from '#parts/format.ts';
import { LoanSummary, paymentNames } from './loan-summary.tsx';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { PrintFooter, PrintHeader } from './print-sheet.tsx';
import { ResultToolbar } from './result-toolbar.tsx';
import type { ScheduleRow } from './schedule-years.ts';
import { YearsChart } from './years-chart.tsx';
import styles from './loan-outcome.module.css';
import stale from './stale.module.css';

export interface LoanOutcomeProps {
  ref?: Ref<HTMLElement>;
  result: (Omit<LoanResult, 'amortization_schedule'> & { amortization_schedule: ScheduleRow[] }) | undefined;
  /** The inputs that the result belongs to. */
  terms: LoanRequestInput | undefined;
  error: Error | null;
  isPending: boolean;
  /** The form has moved on. */
  isStale: boolean;
  frequency?: PaymentFrequency;
  /** The query and fragment that lead back to the result. */
  address: string;
  /** Terms beyond the calculator's own, a sentence each. */
  options?: string[];
  /** Stands in the summary, under its figures. */
  summary?: ReactNode;
  /** Between the summary and the schedule. */
  children?: ReactNode;
}

const noOptions: string[] = [];

/** A result that follows every key is spoken once it rests. */
const spokenAfterMs = 500;

/** Everything that is shown of one result. */
export function LoanOutcome({
  ref,
  result,
  terms,
  error,
  isPending,
  isStale,
  frequency = 'monthly',
  address,
  options = noOptions,
  summary,
  children,
}: LoanOutcomeProps) {
  const years = periodsPerYear[frequency];
  const spoken = useDebouncedValue(
    result && !isStale && !isPending ? announcement(result, frequency) : '',
    spokenAfterMs,
  );
  // The figures come first; charts and tables follow in a transition.
  const later = useDeferredValue(result);
  return (
    <>
      {result && terms && (
        <PrintHeader
          address={address}
          terms={terms}
          result={result}
          frequency={frequency}
          options={options}
        />
      )}
      <section className={styles.outcome} ref={ref} tabIndex={-1} aria-label="Result" aria-busy={isPending}>
        <div className={cx((isStale || isPending) && stale.dimmed)}>
          <LoanSummary
            result={result}
            terms={terms}
            error={error}
            isStale={isStale}
            isPending={isPending}
            frequency={frequency}
          >
            {summary}
            {result && <ResultToolbar address={address} rows={result.amortization_schedule} />}
          </LoanSummary>
        </div>
        <div className={cx((isStale || isPending) && stale.dimmed)}>
          <PaymentBreakdown result={later} />
        </div>
        <VisuallyHidden>
          <output>{spoken}</output>
        </VisuallyHidden>
      </section>
      {children}
      {later && later.amortization_schedule.length > years && (
        <div className={cx((isStale || isPending) && stale.dimmed)}>
          <YearsChart rows={later.amortization_schedule} periodsPerYear={years} />
        </div>
      )}
      <AmortizationSchedule
        rows={result?.amortization_schedule}
        isPending={isPending}
        isStale={isStale}
        periodsPerYear={years}
      />
      {result && <PrintFooter />}
    </>
  );
}

function announcement(result: LoanResult, frequency: PaymentFrequency): string {
  const { calculated_monthly_payment: payment, total_interest_paid: interest } = result;
  const name = paymentNames[frequency].toLowerCase();
  return `${name[0]?.toUpperCase()}${name.slice(1)} ${formatAud(payment)}, total interest ${formatAud(interest)}.`;
}
