import type { SavingsResult } from 'contract/workshop.ts';
import { formatAud } from '#parts/format.ts';
import { YearBars } from '#parts/chart/year-bars.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/panel.tsx';
import { Cell, FigureHead, HeaderCell, Table } from '#ui/table.tsx';
import styles from './savings-screen.module.css';
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
      <div className={cx(styles.byYear, isStale && styles.stale)}>
        <YearBars
          bars={bars}
          label={`Balance by year, from ${formatAud(result.yearly[0]?.balance ?? 0)} to ${formatAud(result.final_balance)}; the table has the figures`}
        />
        <p className={styles.legend}>
          <span className={styles.paidIn}>Paid in</span>
          <span className={styles.interest}>Interest</span>
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
