import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { useDeferredValue } from 'react';
import { cx } from '#ui/cx.ts';
import type { CurrentLoan } from './current-loan.ts';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { AmortizationSchedule } from './schedule/amortization-schedule.tsx';
import { YearsChart } from './schedule/years-chart.tsx';

interface LoanDetailsProps {
  loan: CurrentLoan | undefined;
  isStale: boolean;
  isPending: boolean;
}

/** The charts and the schedule. The summary is rendered first; they follow in a transition. */
export function LoanDetails({ loan, isStale, isPending }: LoanDetailsProps) {
  const result = useDeferredValue(loan?.result);
  const years = periodsPerYear[loan?.frequency ?? 'monthly'];
  return (
    <>
      {result && (
        <div
          className={cx(
            'grid grid-fit-[28rem] items-start gap-5 print:hidden',
            (isStale || isPending) && 'dimmed',
          )}
        >
          <PaymentBreakdown result={result} />
          {result.amortization_schedule.length > years && (
            <YearsChart rows={result.amortization_schedule} periodsPerYear={years} />
          )}
        </div>
      )}
      <AmortizationSchedule
        rows={loan?.result.amortization_schedule}
        isPending={isPending}
        isStale={isStale}
        periodsPerYear={years}
      />
    </>
  );
}
