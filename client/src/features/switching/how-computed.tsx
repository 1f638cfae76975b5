import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { aheadText, type Loans } from './verdicts.ts';

/** What the figures of the comparison contain. */
export function HowComputed({ loans: { offers } }: { loans: Loans }) {
  return (
    <Panel title="How This Is Computed">
      <div className="flex flex-col gap-4 text-sm text-muted">
        <ul>
          {offers.map(({ name, cash_break_even }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an offer is identified by its position.
            <li key={index}>
              {name}: payments and fees so far are {aheadText(cash_break_even, 'below those of staying')}.
            </li>
          ))}
        </ul>
        <p>
          The amount owed, the interest, the fees and costs, less the cashback, add up to the total cost.
          Interest and fees are costs; repaid principal is not. An offer is ahead from the first payment after
          which its costs so far stay below those of staying until the end. A yearly fee is paid with the last
          payment of each year of the loan. Each schedule is computed by{' '}
          <Link to={paths.about}>the published method</Link>, as in the loan calculator.
        </p>
      </div>
    </Panel>
  );
}
