import type { SavingsResult } from 'contract/scenarios/scenarios.ts';
import { formatAud } from '#parts/format/format.ts';
import { YearBars } from '#parts/chart/year-bars.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import type { SavingsTerms } from './savings-terms.ts';
import { todaysMoney } from './todays-money.ts';

interface SavingsByYearProps {
  terms: SavingsTerms;
  result: SavingsResult;
  isStale: boolean;
}

export function SavingsByYear({ terms, result, isStale }: SavingsByYearProps) {
  const opening = Number(terms.opening_balance);
  const bars = result.yearly.map(({ balance }, index) => {
    const paidIn = result.yearly.slice(0, index + 1).reduce((sum, { deposit }) => sum + deposit, opening);
    return { lower: paidIn, upper: balance - paidIn };
  });
  return (
    <Panel title="By Year" aside={`${result.yearly.length} years`}>
      <div className={cx('grid gap-4 [&>svg]:aspect-auto [&>svg]:h-[12rem]', isStale && 'text-dim')}>
        <YearBars
          bars={bars}
          label={`Balance by year, from ${formatAud(result.yearly[0]?.balance ?? 0)} to ${formatAud(result.final_balance)}; the table has the figures`}
        />
        <p className="flex gap-5 text-xs text-muted">
          <span className="legend-key [--key:var(--accent)] before:mr-2">Paid in</span>
          <span className="legend-key [--key:var(--chart-second)] before:mr-2">Interest</span>
        </p>
        <Table caption="Amounts in Australian dollars">
          <FigureHead row="Year" figures={['Deposits', 'Interest', 'Balance', "In Today's Money"]} />
          <tbody>
            {result.yearly.map(({ year, deposit, interest: earned, balance }) => (
              <tr key={year}>
                <HeaderCell scope="row">{year}</HeaderCell>
                <Cell numeric>{formatAud(deposit)}</Cell>
                <Cell numeric>{formatAud(earned)}</Cell>
                <Cell numeric>{formatAud(balance)}</Cell>
                <Cell numeric>
                  {formatAud(
                    // The last year may be incomplete.
                    year === result.yearly.length
                      ? result.final_balance_today
                      : todaysMoney(balance, terms.inflation_rate, year),
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}
