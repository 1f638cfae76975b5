import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud, formatShortRate } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import type { BorrowingPower } from './borrowing-terms.ts';

interface StressProps {
  /** The rate in percent a year. */
  rate: number;
  power: BorrowingPower;
}

export function Stress({ rate, power }: StressProps) {
  return (
    <Panel title="When Rates Rise">
      <FigureTable
        caption="The same loan from its first payment on"
        row="Rate a Year"
        labels={['Payment', 'More', 'Total Interest']}
        cardTitle={(head) => `${head} a year`}
        rows={[
          {
            head: formatShortRate(rate),
            figures: [formatAud(power.payment), '–', formatAud(power.totalInterest)],
          },
          ...power.stressed.map((loan) => ({
            head: `${formatShortRate(rate + loan.added_rate)} (+${loan.added_rate})`,
            figures: [loan.payment, loan.payment_increase, loan.total_interest_paid].map(formatAud),
          })),
        ]}
      />
    </Panel>
  );
}
