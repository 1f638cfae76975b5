import { count } from 'contract/counts.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { memo } from 'react';
import { ChartCanvas } from '#parts/chart/chart-canvas.tsx';
import { monthlyBalances, yearAxis } from '#parts/chart/monthly-balances.ts';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, Table } from '#ui/layout/table.tsx';
import type { ScenarioAnswer } from './scenario-answer.ts';

/** The balance at the end of each year, with and without the options. */
export const BalanceChart = memo(function BalanceChart({ answer }: { answer: ScenarioAnswer }) {
  const { scenario, plain, terms } = answer;
  const yearCount = Math.max(scenario.yearly.length, plain.yearly.length);
  const years = Array.from({ length: yearCount + 1 }, (_, year) => year);
  const balances = (of: typeof plain) =>
    years.map((year) =>
      year === 0 ? of.input_total_loan_amount : (of.yearly[year - 1]?.remaining_balance ?? null),
    );
  const [withOptions, without] = [balances(scenario), balances(plain)];
  const middle = Math.floor(yearCount / 2);
  const perYear = periodsPerYear[terms.options.payment_frequency];
  const lines: [number[], number[]] = [linePointsOf(scenario, perYear), linePointsOf(plain, 12)];
  return (
    <Panel title="Balance over Time">
      <ChartCanvas
        kind="line"
        {...yearAxis(Math.max(...lines.map(({ length }) => length)))}
        series={[
          { name: 'With your options', token: '--ok', values: lines[0] },
          { name: 'Plain loan', token: '--muted', isDashed: true, values: lines[1] },
        ]}
        label={`Line chart: after ${count(middle, 'year')} ${owed(withOptions[middle])} is owed with your options, ${owed(without[middle])} on the plain loan. Every year stands in the table below.`}
      />
      <details className="mt-4">
        <summary>Balances as a table</summary>
        <Table caption={`Owed at the end of each year, ${perYear} payments a year`}>
          <FigureHead row="Year" figures={['With your options', 'Plain loan']} />
          <tbody>
            {years.map((year) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                <Cell numeric>{owed(withOptions[year])}</Cell>
                <Cell numeric>{owed(without[year])}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </Panel>
  );
});

const linePointsOf = (loan: ScenarioAnswer['plain'], perYear: number) =>
  monthlyBalances(loan.input_total_loan_amount, loan.amortization_schedule, perYear);

/** Empty after the loan is paid off. */
const owed = (balance: number | null | undefined) => formatAud(balance ?? 0);
