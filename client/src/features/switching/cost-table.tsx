import { Link } from 'react-router-dom';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud, formatShare } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { aheadText, type Loans, type Offer, type Staying } from './verdicts.ts';

const labels = [
  'Owed Today',
  'Interest',
  'Fees',
  'Total Cost',
  'Against Staying',
  'Payments',
  'Comparison Rate',
];

function rowOf(loan: Staying | Offer) {
  const { name, rows, total_interest_paid, total_fees, total_cost, comparison_rate_percent: rate } = loan;
  return {
    head: name,
    figures: [
      ...[rows[0]?.remaining_balance ?? 0, total_interest_paid, total_fees, total_cost].map(formatAud),
      'difference' in loan ? formatAud(loan.difference.total_cost) : '–',
      String(loan.payoff_period),
      rate === null ? 'none' : formatShare(rate),
    ],
  };
}

/** The parts of each total cost, and the differences from staying. */
export function CostTable({ loans: { stay, offers } }: { loans: Loans }) {
  return (
    <Panel title="How This Is Computed">
      <div className="flex flex-col gap-4">
        <FigureTable
          caption="The amount owed, the interest and the fees add up to the total cost"
          row="Loan"
          labels={labels}
          rows={[stay, ...offers].map(rowOf)}
        />
        <ul className="text-sm text-muted">
          {offers.map(({ name, cash_break_even }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an offer is identified by its position.
            <li key={index}>
              {name}: payments and fees so far are {aheadText(cash_break_even, 'below those of staying')}.
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
}
