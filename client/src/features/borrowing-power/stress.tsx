import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud, formatRate } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import type { BorrowingPower } from './borrowing.queries.ts';

interface StressProps {
  /** The rate in percent a year. */
  rate: number;
  power: BorrowingPower;
  isStale: boolean;
}

export function Stress({ rate, power, isStale }: StressProps) {
  return (
    <Panel title="When Rates Rise">
      <div className={cx(isStale && 'dimmed')}>
        <FigureTable
          caption="The same loan from its first payment on"
          row="Rate a Year"
          labels={['Payment', 'More', 'Total Interest']}
          cardTitle={(head) => `${head} a year`}
          rows={[
            {
              head: formatRate(rate),
              figures: [formatAud(power.payment), '–', formatAud(power.totalInterest)],
            },
            ...power.stressed.map((loan) => ({
              head: `${formatRate(rate + loan.added_rate)} (+${loan.added_rate})`,
              figures: [loan.payment, loan.payment_increase, loan.total_interest_paid].map(formatAud),
            })),
          ]}
        />
      </div>
    </Panel>
  );
}
