import { count } from 'contract/counts.ts';
import type { LoanResult } from 'contract/loans/loans.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import { Chart } from '#parts/chart/chart.tsx';
import { useState } from 'react';
import { localDate } from '#parts/calculator/local-date.ts';
import { calendarAxis, monthlyBalances } from '#parts/chart/monthly-balances.ts';
import { formatAud, formatMonth } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import type { CurrentLoan } from './current-loan.ts';

/** The balance over time and, beside options, that of the plain loan, which is paid monthly. */
export function BalanceChart({ loan: { result, answer, frequency } }: { loan: CurrentLoan }) {
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
