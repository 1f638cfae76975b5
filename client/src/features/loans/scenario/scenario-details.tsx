import { count } from 'contract/counts.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { useMemo } from 'react';
import { optionSentences } from '#parts/calculator/scenario/option-contents.ts';
import { maxComparedScenarios, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';
import {
  formatAud,
  formatDuration,
  formatShare,
  formatShortRate,
  formatWholeAud,
} from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, Table } from '#ui/layout/table.tsx';
import { type ScenarioAnswer, scenarioAnswer } from '../loan-calculation.ts';
import { monthsOf } from '../pay-off.ts';
import { presentValue } from './present-value.ts';
import { noRowFees, rowFees } from './row-fees.ts';
import { difference } from './savings-figures.ts';

const minYearsOfPresentValue = 2;

/** How the loan with its options differs from the plain one. */
export function ScenarioDetails(props: ScenarioComparisonProps) {
  return (
    <div className="grid grid-fit-[28rem] items-start gap-x-7 gap-y-6 max-md:[&_td]:px-1 max-md:[&_td]:text-xs max-md:[&_th]:px-1 max-md:[&_th]:text-xs">
      <Notes answer={props.answer} />
      <div className="col-span-full min-w-0 print:hidden">
        <ScenarioComparison {...props} />
      </div>
    </div>
  );
}

function Notes({ answer: { scenario, plain, terms } }: { answer: ScenarioAnswer }) {
  const { options } = terms;
  const perYear = periodsPerYear[options.payment_frequency];
  const isLong = monthsOf(scenario.payoff_period, perYear) >= 12 * minYearsOfPresentValue;
  const inflation = Number(options.inflation_rate) || 0;
  const fees = rowFees(options, scenario.payoff_period);
  return (
    <Panel title="Against the plain loan">
      <div className="grid gap-3 text-sm text-muted">
        {scenario.saved.interest > 0 && (
          <p>
            Extra repayments, lump sums and offset alone save {formatAud(scenario.saved.interest)} of interest
            and {count(scenario.saved.periods, 'payment')}.
          </p>
        )}
        {isLong && (
          <p>
            In today’s money all payments and fees come to about{' '}
            {formatWholeAud(presentValue(scenario, perYear, inflation, fees))} at {formatShortRate(inflation)}{' '}
            inflation a year; those of the plain loan to about{' '}
            {formatWholeAud(presentValue(plain, 12, inflation, noRowFees))}.
          </p>
        )}
        {/* A printed page shows closed details, which a reader of paper could not open. */}
        <details className="print:details-content:block print:details-content:[content-visibility:visible]">
          <summary className="print:hidden">What this assumes</summary>
          <ul className="pl-[revert] [list-style:revert]">
            <li className="max-w-measure">
              The plain loan is the loan of the four fields above, paid monthly, without options.
            </li>
            <li className="max-w-measure">
              Every payment is made in full and on its day, and every rate stays as entered.
            </li>
            <li className="max-w-measure">
              The comparison rate is the one of the National Consumer Credit Protection Regulations 2010,
              regulation 100: fees count, extra repayments and an offset account do not. It holds for this
              amount and term alone.
            </li>
            <li className="max-w-measure">
              Money in the offset account earns nothing else, and no tax is counted.
            </li>
          </ul>
        </details>
      </div>
    </Panel>
  );
}

interface ScenarioComparisonProps {
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
function ScenarioComparison({ answer, comparedScenarios, setComparedScenarios }: ScenarioComparisonProps) {
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
