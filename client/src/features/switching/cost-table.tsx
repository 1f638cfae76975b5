import { memo } from 'react';
import { Link } from 'react-router-dom';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud, formatShare } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { Panel } from '#ui/layout/panel.tsx';
import type { OfferWay, StayResult, SwitchAnswer } from './verdicts.ts';
import { aheadText, type View } from './verdicts.ts';

interface CostTableProps {
  answer: SwitchAnswer;
  view: View;
}

/** The parts of each total cost, and the differences from staying. */
export const CostTable = memo(function CostTable({
  answer: { terms: inputs, result },
  view,
}: CostTableProps) {
  const { stay, offers } = result;
  const rowOf = (head: string, way: StayResult | OfferWay, comparisonRate: number | null) => ({
    head,
    figures: [
      formatAud(Number(inputs.total_loan_amount)),
      formatAud(way.total_interest_paid),
      formatAud(way.total_fees),
      formatAud(way.total_cost),
      'difference' in way ? formatAud(way.difference.total_cost) : '–',
      String(way.payoff_period),
      comparisonRate === null ? 'none' : formatShare(comparisonRate),
    ],
  });
  return (
    <Panel title="How This Is Computed">
      <div className="flex flex-col gap-4">
        <FigureTable
          caption="The amount owed, the interest and the fees add up to the total cost"
          row="Loan"
          labels={[
            'Owed Today',
            'Interest',
            'Fees',
            'Total Cost',
            'Against Staying',
            'Payments',
            'Comparison Rate',
          ]}
          cardTitle={(name) => name}
          rows={[
            rowOf('Staying', stay, stay.comparison_rate_percent),
            ...offers.map((offer) => rowOf(offer.name, offer[view], offer.comparison_rate_percent)),
          ]}
        />
        <ul className="text-sm text-muted">
          {offers.map(({ name, [view]: way }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an offer is its place.
            <li key={index}>
              {name}: payments and fees so far are {aheadText(way.cash_break_even, 'below those of staying')}.
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted">
          Fees of an offer include its costs of switching, less the cashback. Interest and fees are costs;
          repaid principal is not. An offer is ahead from the first payment after which its costs so far stay
          below those of staying until the end. Each schedule is computed by{' '}
          <Link to={paths.about}>the published method</Link>, as in the loan calculator.
        </p>
      </div>
    </Panel>
  );
});
