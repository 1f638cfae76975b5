import type { BuyingResult } from 'contract/buying/buying.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud, formatWholeAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import type { Purchase } from './bill.tsx';

interface OneDollarMoreProps {
  largest: Purchase;
  /** At one dollar above. */
  more: Purchase;
  borrowing: BuyingResult['borrowing'];
}

const marked = (amount: number, isBroken: boolean) =>
  isBroken ? `${formatAud(amount)}, too little` : formatAud(amount);

/** Why the largest price is the largest: the loan that it needs beside its limits, and the limit that one dollar more breaks. */
export function OneDollarMore({ largest, more, borrowing }: OneDollarMoreProps) {
  const purchases = [largest, more];
  const rows = [
    { head: 'To pay', figures: purchases.map(({ to_pay }) => formatAud(to_pay)) },
    { head: 'Loan after your savings', figures: purchases.map(({ loan }) => formatAud(loan)) },
    {
      head: 'Most that this price lends',
      figures: purchases.map(({ largest_loan_for_price: most, binds }) =>
        marked(most, binds.includes('cash')),
      ),
    },
    ...(borrowing
      ? [
          {
            head: 'Can be borrowed',
            figures: purchases.map(({ binds }) => marked(borrowing.loan, binds.includes('income'))),
          },
        ]
      : []),
  ];
  return (
    <Panel title="Why Not One Dollar More">
      <FigureTable
        caption="The largest price, and one dollar more"
        row="Line"
        labels={purchases.map(({ price }) => `At ${formatWholeAud(price)}`)}
        rows={rows}
      />
    </Panel>
  );
}
