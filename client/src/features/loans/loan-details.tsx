import type { LoanResult } from 'contract/loans/loans.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { lazy, memo, Suspense, useMemo } from 'react';
import { type FigureEntry, Figures } from '#parts/calculator/figures.tsx';
import { useIsStatic } from '#parts/page/today.ts';
import { formatAud, formatRate, formatShare } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import type { ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';
import type { CalculatorOutput } from '#parts/calculator/use-calculation.ts';
import { Chart } from '#parts/chart/chart.tsx';
import { type CurrentLoan, currentLoan } from './current-loan.ts';
import { derivedFigure } from './derived-figure.tsx';
import type { LoanOutcome } from './loan-calculation.ts';
import type { LoanCalculator, LoanTerms } from './loan-terms.ts';
import type { RatesFrom } from './scenario/rates-from.ts';
import { AmortizationSchedule } from './schedule/amortization-schedule.tsx';
import { costFigures } from './scenario/savings-figures.ts';
import { type ScheduleRow, yearsOf } from './schedule/schedule-years.ts';

const ScenarioDetails = lazy(async () => ({
  default: (await import('./scenario/scenario-details.tsx')).ScenarioDetails,
}));

interface LoanDetailsProps {
  output: CalculatorOutput<LoanTerms, LoanOutcome> | undefined;
  ratesFrom: RatesFrom | null | undefined;
  isPending: boolean;
  /** Undefined while WHAT IF is closed. */
  comparedScenarios: ScenarioTerms[] | undefined;
  form: LoanCalculator['form'];
}

/** The schedule, and what else is to be known of the loan. Not rendered again while a key only changes the form. */
export const LoanDetails = memo(function LoanDetails({ output, isPending, ...props }: LoanDetailsProps) {
  const { ratesFrom, comparedScenarios, form } = props;
  const isStatic = useIsStatic();
  const loan = output && currentLoan(output, ratesFrom);
  const rows = loan?.result.amortization_schedule;
  const years = periodsPerYear[loan?.frequency ?? 'monthly'];
  return (
    <>
      <AmortizationSchedule
        rows={isStatic ? undefined : rows}
        staticRows={isStatic ? rows : undefined}
        isPending={isPending || (isStatic && loan !== undefined)}
        periodsPerYear={years}
      />
      {comparedScenarios && loan?.answer && (
        <Suspense>
          <ScenarioDetails
            answer={loan.answer}
            comparedScenarios={comparedScenarios}
            setComparedScenarios={(compared) => form.setValue('comparedScenarios', compared)}
          />
        </Suspense>
      )}
      {loan && (
        <div className="grid grid-fit-[28rem] items-start gap-x-7 gap-y-6">
          <Panel title="Further Figures">
            <Figures figures={furtherFigures(loan)} />
          </Panel>
          {loan.result.amortization_schedule.length > years && (
            <YearsChart rows={loan.result.amortization_schedule} perYear={years} />
          )}
        </div>
      )}
    </>
  );
});

function furtherFigures(loan: CurrentLoan): FigureEntry[] {
  const { result, answer } = loan;
  return [
    derivedFigure(loan, 'Loan Amount', formatAud(result.input_total_loan_amount)),
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

/** Why the last payment differs; undefined if it does not. */
function finalPaymentReason(result: LoanResult): string | undefined {
  const last: ScheduleRow | undefined = result.amortization_schedule.at(-1);
  if (!last) return undefined;
  const cents = Math.round(100 * last.payment_amount) - Math.round(100 * result.calculated_monthly_payment);
  if (cents === 0) return undefined;
  const difference = formatAud(Math.abs(cents) / 100);
  const than = `${difference} ${cents > 0 ? 'more' : 'less'} than the first one`;
  // Only the rows of a scenario have this field. Their last payment differs by more than rounding.
  if (last.extra_paid !== undefined)
    return `${than}: the last payment is exactly the balance that the options leave.`;
  return `${than}: every payment and its interest are whole cents, and the last payment is exactly the balance that is left.`;
}

interface YearsChartProps {
  rows: ScheduleRow[];
  perYear: number;
}

/** Principal and interest by year; the schedule under it has the same figures as a table. */
const YearsChart = memo(function YearsChart({ rows, perYear }: YearsChartProps) {
  const years = useMemo(() => yearsOf(rows, perYear), [rows, perYear]);
  const [first, last] = [years[0], years.at(-1)];
  if (!first || !last) return null;
  return (
    <Panel title="Principal and Interest by Year" className="print:hidden">
      <Chart
        kind="bar"
        labels={years.map(({ year }) => String(year))}
        labelText={(index) => `Year ${index + 1}`}
        series={[
          { name: 'Principal', color: 'accent', values: years.map(({ principal }) => principal) },
          { name: 'Interest', color: 'muted', values: years.map(({ interest }) => interest) },
        ]}
        label={`Bar chart: in year 1, principal ${formatAud(first.principal)} and interest ${formatAud(first.interest)}; in year ${last.year}, principal ${formatAud(last.principal)} and interest ${formatAud(last.interest)}. Every year stands in the schedule.`}
      />
    </Panel>
  );
});
