import { count } from 'contract/counts.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { useMemo } from 'react';
import { formatAud, formatDuration, formatShare, formatShortRate } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, Table } from '#ui/layout/table.tsx';
import { monthsOf } from '../pay-off.ts';
import { optionSentences } from '#parts/calculator/scenario/option-contents.ts';
import { difference } from './savings-figures.ts';
import { scenarioAnswer } from '../loan-calculation.ts';
import type { ScenarioAnswer } from '../loan-terms.ts';
import { maxComparedScenarios, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';

export interface ScenarioComparisonProps {
  answer: ScenarioAnswer;
  comparedScenarios: readonly ScenarioTerms[];
  setComparedScenarios: (comparedScenarios: ScenarioTerms[]) => void;
}

interface Row {
  label: string;
  figure: (answer: ScenarioAnswer) => string;
  /** The difference from the current scenario; empty if equal. */
  more?: (answer: ScenarioAnswer, current: ScenarioAnswer) => string;
}

const money = (label: string, of: (answer: ScenarioAnswer) => number): Row => ({
  label,
  figure: (answer) => formatAud(of(answer)),
  more: (answer, current) => {
    const more = difference(of(answer), of(current));
    return more === 0 ? '' : `${more > 0 ? '+' : '−'}${formatAud(Math.abs(more))}`;
  },
});

const rows: Row[] = [
  { label: 'Payments', figure: ({ terms }) => terms.options.payment_frequency },
  { label: 'Rate', figure: ({ terms }) => formatShortRate(Number(terms.loan.annual_interest_rate)) },
  money('Loan amount', ({ scenario }) => scenario.input_total_loan_amount),
  money('Regular payment', ({ scenario }) => scenario.payment),
  money('Total interest', ({ scenario }) => scenario.total_interest_paid),
  money('Fees', ({ scenario }) => scenario.total_fees),
  money('Total cost', ({ scenario }) => scenario.total_cost),
  {
    label: 'Paid off in',
    figure: (answer) => formatDuration(months(answer)),
    more: (answer, current) => {
      const more = months(answer) - months(current);
      return more === 0 ? '' : `${formatDuration(Math.abs(more))} ${more > 0 ? 'later' : 'earlier'}`;
    },
  },
  {
    label: 'Comparison rate',
    figure: ({ scenario: { comparison_rate_percent: percent } }) =>
      percent === null ? 'none' : formatShare(percent),
  },
];

const months = ({ scenario, terms }: ScenarioAnswer) =>
  monthsOf(scenario.payoff_period, periodsPerYear[terms.options.payment_frequency]);

/** Up to three scenarios side by side; differences from the current one are marked. */
export function ScenarioComparison({
  answer,
  comparedScenarios,
  setComparedScenarios,
}: ScenarioComparisonProps) {
  const compared = useMemo(() => comparedScenarios.map(scenarioAnswer), [comparedScenarios]);
  const columns = [answer, ...compared];
  const isCompared = comparedScenarios.some(
    (terms) => JSON.stringify(terms) === JSON.stringify(answer.terms),
  );
  return (
    <Panel title="Compare" aside={count(1 + comparedScenarios.length, 'scenario')}>
      {comparedScenarios.length > 0 && (
        <Table caption="Differences from the first column, which updates as you change the loan">
          <FigureHead
            row="Figure"
            figures={['Now', ...comparedScenarios.map((_, index) => `Kept ${index + 1}`)]}
          />
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                {columns.map((column, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a scenario is known by its place.
                  <ComparedCell key={index} row={row} column={column} current={answer} />
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Options</th>
              {columns.map((column, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a scenario is known by its place.
                <td key={index} className="min-w-[min(12rem,100%)] text-muted">
                  {optionSentences(column.terms.options).join(' ') || 'none'}
                </td>
              ))}
            </tr>
          </tbody>
        </Table>
      )}
      {comparedScenarios.length === 0 && (
        <p>To compare two scenarios side by side, keep this one and then change the loan above.</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {comparedScenarios.length < maxComparedScenarios && (
          <Button
            aria-disabled={isCompared}
            onClick={() => !isCompared && setComparedScenarios([...comparedScenarios, answer.terms])}
          >
            Keep This Scenario
          </Button>
        )}
        {comparedScenarios.map((terms, index) => (
          <Button
            key={JSON.stringify(terms)}
            onClick={() => setComparedScenarios(comparedScenarios.filter((each) => each !== terms))}
          >
            Remove Kept {index + 1}
          </Button>
        ))}
      </div>
    </Panel>
  );
}

interface ComparedCellProps {
  row: Row;
  column: ScenarioAnswer;
  current: ScenarioAnswer;
}

function ComparedCell({ row, column, current }: ComparedCellProps) {
  const figure = row.figure(column);
  const more = row.more?.(column, current);
  return (
    <Cell numeric className={cx(figure !== row.figure(current) && 'bg-raised')}>
      {figure}
      {more && <span className="block text-xs text-warn">{more}</span>}
    </Cell>
  );
}
