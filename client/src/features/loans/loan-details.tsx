import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { useDeferredValue } from 'react';
import { type FigureEntry, Figures } from '#parts/calculator/figures.tsx';
import { formatAud, formatRate, formatShare } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import type { CurrentLoan } from './current-loan.ts';
import { derivedFigure } from './declassify/declassify.tsx';
import { finalPaymentReason } from './final-payment-reason.ts';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { AmortizationSchedule } from './schedule/amortization-schedule.tsx';
import { costFigures } from './scenario/savings-figures.ts';
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
      {loan && (
        <Panel title="Further Figures" className={cx((isStale || isPending) && 'dimmed')}>
          <Figures figures={furtherFigures(loan)} />
        </Panel>
      )}
      {result && (
        <div
          className={cx(
            'grid grid-fit-[28rem] items-start gap-x-7 gap-y-6 print:hidden',
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

function furtherFigures(loan: CurrentLoan): FigureEntry[] {
  const { result, answer } = loan;
  return [
    derivedFigure(
      loan,
      'Final Payment',
      formatAud(result.amortization_schedule.at(-1)?.payment_amount ?? 0),
      finalPaymentReason(result),
    ),
    ...(answer ? costFigures(answer) : []),
    derivedFigure(loan, 'Effective Monthly Rate', formatRate(result.effective_monthly_rate_percent)),
    derivedFigure(loan, 'Interest to Principal', formatShare(result.total_interest_percentage_of_principal)),
  ];
}
