import { formatAud, formatRate } from '#parts/format.ts';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/panel.tsx';
import { Cell, HeaderCell, Table } from '#ui/table.tsx';
import styles from './borrowing-power.module.css';
import type { BorrowingPower } from './borrowing.queries.ts';

interface StressProps {
  /** In percent a year. */
  rate: number;
  power: BorrowingPower;
  isStale: boolean;
}

/** The payments at higher rates. */
export function Stress({ rate, power, isStale }: StressProps) {
  return (
    <Panel title="When Rates Rise">
      <Table caption="The same loan from its first payment on" className={cx(isStale && styles.stale)}>
        <thead>
          <tr>
            <HeaderCell>Rate a Year</HeaderCell>
            <HeaderCell numeric>Payment</HeaderCell>
            <HeaderCell numeric>More</HeaderCell>
            <HeaderCell numeric>Total Interest</HeaderCell>
          </tr>
        </thead>
        <tbody>
          <tr>
            <HeaderCell scope="row">{formatRate(rate)}</HeaderCell>
            <Cell numeric>{formatAud(power.payment)}</Cell>
            <Cell numeric>–</Cell>
            <Cell numeric>{formatAud(power.totalInterest)}</Cell>
          </tr>
          {power.stressed.map((loan) => (
            <tr key={loan.added_rate}>
              <HeaderCell scope="row">
                {formatRate(rate + loan.added_rate)} (+{loan.added_rate})
              </HeaderCell>
              <Cell numeric>{formatAud(loan.payment)}</Cell>
              <Cell numeric>{formatAud(loan.payment_increase)}</Cell>
              <Cell numeric>{formatAud(loan.total_interest_paid)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
