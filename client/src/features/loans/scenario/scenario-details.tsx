import { count } from 'contract/counts.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { formatAud, formatShortRate, formatWholeAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { monthsOf } from '../pay-off.ts';
import { presentValue } from './present-value.ts';
import { noRowFees, rowFees } from './row-fees.ts';
import { ScenarioComparison, type ScenarioComparisonProps } from './scenario-comparison.tsx';
import type { ScenarioAnswer } from '../loan-terms.ts';

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
