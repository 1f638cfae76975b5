import { paymentTexts, periodNames } from 'contract/scenarios/frequency-texts.ts';
import { type FigureEntry, Figures } from '#parts/calculator/figures.tsx';
import { RatesSource } from '#parts/datasets/dataset-age.tsx';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { useLocalDay, useToday } from '#parts/page/today.ts';
import { RateGapLine } from '#parts/rate-gap/rate-gap-line.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { type CurrentLoan, extraOf, payOffOf, stretchesOfLoan, termsText } from './current-loan.ts';
import { derivedFigure } from './derived-figure.tsx';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { paymentText } from './payment-stretches.ts';
import type { RatesFrom } from './scenario/rates-from.ts';
import { savedTime, savingFigure } from './scenario/savings-figures.ts';

/** What the borrower pays, what it comes to, and its course. */
export function LoanSummary({ loan }: { loan: CurrentLoan }) {
  const today = useToday();
  const extra = extraOf(loan);
  const payment = paymentFigure(loan);
  return (
    <>
      {extra > 0 ? (
        <>
          <Figures
            lead={[
              `You pay a ${periodNames[loan.frequency]}`,
              formatAud(loan.result.calculated_monthly_payment + extra),
            ]}
          />
          <dl className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm tabular-nums">
            <dt>{payment[0]}</dt>
            <dd className="font-semibold text-strong">{payment[1]}</dd>
            <dt>+ extra</dt>
            <dd className="font-semibold text-strong">{formatAud(extra)}</dd>
          </dl>
          <p className="text-xs text-muted">{termsText(loan)}</p>
        </>
      ) : (
        <Figures lead={[...payment, termsText(loan)]} />
      )}
      <Figures figures={mainFigures(loan, today)} />
      {loan.ratesFrom && <RatesLine {...loan.ratesFrom} />}
      <RateGapLine className="print:hidden" input={loan.calculation.input} />
      <BalanceChart loan={loan} />
      <PaymentBreakdown loan={loan} />
    </>
  );
}

function RatesLine({ vintage, margin }: RatesFrom) {
  const day = useLocalDay(vintage.known_from);
  return (
    <p className="text-sm text-muted">
      <RatesSource vintage={vintage.vintage} figures={vintage}>
        , known from {formatLongDate(day)}, plus {margin}
      </RatesSource>
    </p>
  );
}

function paymentFigure(loan: CurrentLoan): readonly [label: string, figure: FigureEntry[1]] {
  const label = `${paymentTexts[loan.frequency]} Payment` as const;
  const stretches = stretchesOfLoan(loan);
  if (stretches.length > 1) return [label, paymentText(stretches)];
  const [, figure] = derivedFigure(loan, label, formatAud(loan.result.calculated_monthly_payment));
  return [label, figure];
}

function mainFigures(loan: CurrentLoan, today: string): FigureEntry[] {
  const { result, answer, payOffDate } = loan;
  const payOff = payOffOf(loan, today);
  const texts = [
    payOffDate ? undefined : `${payOff.month}, if the loan is drawn today`,
    answer && savedTime(answer),
  ];
  return [
    ['Paid off in', payOff.text, texts.filter(Boolean).join('; ') || undefined],
    ...(answer ? savingFigure(answer) : []),
    derivedFigure(
      loan,
      'Total Interest',
      formatAud(result.total_interest_paid),
      answer && result.total_interest_paid !== answer.plain.total_interest_paid
        ? `Without: ${formatAud(answer.plain.total_interest_paid)}`
        : undefined,
    ),
  ];
}
