import { count } from 'contract/counts.ts';
import type { LoanResult } from 'contract/loans/loans.ts';
import { paymentTexts, periodNames } from 'contract/scenarios/frequency-texts.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import { useState } from 'react';
import { type FigureEntry, Figures } from '#parts/calculator/figures.tsx';
import { localDate } from '#parts/calculator/local-date.ts';
import { Chart } from '#parts/chart/chart.tsx';
import { Doughnut } from '#parts/chart/doughnut.tsx';
import { calendarAxis, monthlyBalances } from '#parts/chart/monthly-balances.ts';
import { RatesSource } from '#parts/datasets/dataset-age.tsx';
import { formatAud, formatLongDate, formatMonth, formatShare } from '#parts/format/format.ts';
import { useLocalDay, useToday } from '#parts/page/today.ts';
import { RateGapLine } from '#parts/rate-gap/rate-gap-line.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { type CurrentLoan, extraOf, payOffOf, stretchesOfLoan, termsText } from './current-loan.ts';
import { derivedFigure } from './derived-figure.tsx';
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

/** The parts of all payments, as a doughnut and as text. */
function PaymentBreakdown({ loan }: { loan: CurrentLoan }) {
  const {
    input_total_loan_amount: principal,
    total_interest_paid: interest,
    total_payments_made: total,
  } = loan.result;
  const [, totalFigure] = derivedFigure(loan, 'Total Payments', formatAud(total));
  const parts = [
    { label: 'Principal', amount: principal, token: '--accent', swatchClass: 'bg-accent' },
    { label: 'Interest', amount: interest, token: '--muted', swatchClass: 'bg-muted' },
  ];
  return (
    <Panel title="Breakdown of Total Payments" className="border-t border-rule pt-5 print:hidden">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-5">
        <div className="aspect-square w-[min(9rem,100%)] flex-none">
          <Doughnut
            slices={parts.map(({ amount, token }) => ({ value: amount, token }))}
            label={`Doughnut chart: principal ${formatAud(principal)}, interest ${formatAud(interest)}`}
          />
        </div>
        <dl className="grid grid-cols-[auto_auto_auto] items-baseline justify-start gap-x-4 gap-y-2 text-sm tabular-nums @max-[17rem]:block">
          {parts.map(({ label, amount, swatchClass }) => (
            <div className="contents" key={label}>
              <dt className="flex items-center gap-2 text-muted">
                <span
                  className={cx(
                    'size-[0.75em] flex-none forced-colors:forced-color-adjust-none',
                    swatchClass,
                  )}
                  aria-hidden="true"
                />
                {label}
              </dt>
              <dd className="text-right text-strong @max-[17rem]:text-left">{formatAud(amount)}</dd>
              <dd className="text-right text-muted @max-[17rem]:text-left">{shareOf(amount, total)}</dd>
            </div>
          ))}
          <div className="contents">
            <dt className="text-muted">Total Payments</dt>
            <dd className="col-span-2 text-strong">{totalFigure}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}

function shareOf(amount: number, total: number): string {
  return formatShare(total === 0 ? 0 : (100 * amount) / total);
}

/** The balance over time and, beside options, that of the plain loan, which is paid monthly. */
function BalanceChart({ loan: { result, answer, frequency } }: { loan: CurrentLoan }) {
  const [today] = useState(() => localDate(new Date()));
  const plain = answer && answer.plain !== answer.scenario ? answer.plain : undefined;
  const courses = [
    courseOf(plain ? 'With your options' : 'Balance', result, periodsPerYear[frequency]),
    ...(plain ? [courseOf('Plain loan', plain, 12)] : []),
  ];
  const months = Math.max(...courses.map(({ balances }) => balances.length));
  const start = answer?.terms.options.start_date || today;
  const { labels, hasYears } = calendarAxis(start, months);
  const yearCount = Math.ceil((months - 1) / 12);
  const years = Array.from({ length: yearCount + 1 }, (_, year) => year);
  const middle = Math.floor(yearCount / 2);
  const texts = courses.map(({ name, balances }) => `${owedAt(balances, middle)} (${name.toLowerCase()})`);
  return (
    <Panel title="Balance over Time" aside="Owed, in Australian dollars" className="print:hidden">
      <Chart
        kind="line"
        labels={labels}
        hasYears={hasYears}
        series={courses.map(({ name, balances }, index) => {
          const paidOff = formatMonth(`${labels[balances.length - 1]}-01`);
          return {
            name,
            values: balances,
            ...(index === 0
              ? {
                  color: 'accent',
                  isFilled: true,
                  notes: plain ? [{ index: balances.length - 1, text: paidOff }] : [],
                }
              : { color: 'muted', isDashed: true, endLabel: [paidOff, 'without options'] }),
          };
        })}
        label={`Line chart: after ${count(middle, 'year')} ${texts.join(', ')} is owed. ${plain ? 'Every year stands in the table below' : 'The schedule has every balance'}.`}
      />
      {plain && (
        <details className="mt-2">
          <summary>Balances as a table</summary>
          <Table caption="Owed at the end of each year">
            <FigureHead row="Year" figures={courses.map(({ name }) => name)} />
            <FigureRows
              rows={years.map((year) => [year, ...courses.map(({ balances }) => owedAt(balances, year))])}
            />
          </Table>
        </details>
      )}
    </Panel>
  );
}

const courseOf = (name: string, loan: LoanResult | ScenarioResult, perYear: number) => ({
  name,
  balances: monthlyBalances(loan.input_total_loan_amount, loan.amortization_schedule, perYear),
});

/** Nothing after the loan is paid off. */
const owedAt = (balances: readonly number[], year: number) => formatAud(balances[12 * year] ?? 0);
