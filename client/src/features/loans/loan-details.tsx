import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { type FigureEntry, Figures } from '#parts/calculator/figures.tsx';
import { formatAud, formatRate, formatShare } from '#parts/format/format.ts';
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
  isPending: boolean;
}

/** The charts and the schedule. */
export function LoanDetails({ loan, isPending }: LoanDetailsProps) {
  const years = periodsPerYear[loan?.frequency ?? 'monthly'];
  return (
    <>
      {loan && (
        <>
          <Panel title="Further Figures">
            <Figures figures={furtherFigures(loan)} />
          </Panel>
          <div className="grid grid-fit-[28rem] items-start gap-x-7 gap-y-6 print:hidden">
            <PaymentBreakdown result={loan.result} />
            {loan.result.amortization_schedule.length > years && (
              <YearsChart rows={loan.result.amortization_schedule} periodsPerYear={years} />
            )}
          </div>
        </>
      )}
      <AmortizationSchedule
        rows={loan?.result.amortization_schedule}
        isPending={isPending}
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
