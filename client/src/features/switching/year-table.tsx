import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { memo } from 'react';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { differenceAt, type OfferWay, type StayResult, type SwitchAnswer, type View } from './verdicts.ts';

interface YearTableProps {
  answer: SwitchAnswer;
  view: View;
}

/** The screen width below which a table with this number of figures would scroll horizontally. */
const tooNarrowFor = (figures: number) => 256 + figures * 104;

/** Costs and balances by year; each year opens to its payments. */
export const YearTable = memo(function YearTable({ answer: { terms, result }, view }: YearTableProps) {
  const ways = [result.stay, ...result.offers.map((offer) => offer[view])];
  const names = ['Staying', ...result.offers.map(({ name }) => name)];
  const labels = ways.flatMap((way, index) =>
    figuresOf(way, 0, 0).map(([label]) => `${names[index]}: ${label}`),
  );
  const rowOf = (head: string, from: number, to: number) => ({
    head,
    figures: ways.flatMap((way) => figuresOf(way, from, to).map(([, figure]) => figure)),
  });
  const longest = ways.reduce((one, other) => (other.rows.length > one.rows.length ? other : one)).rows;
  const perYear = periodsPerYear[terms.payment_frequency];
  const years = Array.from({ length: Math.ceil((longest.length - 1) / perYear) }, (_, year) => {
    const payments = longest.slice(year * perYear + 1, (year + 1) * perYear + 1);
    return {
      ...rowOf(`Year ${year + 1}`, year * perYear + 1, year * perYear + payments.length),
      details: () =>
        payments.map(({ period, due_date }) =>
          rowOf(`Payment ${period}${due_date ? `, ${formatDate(due_date)}` : ''}`, period, period),
        ),
    };
  });
  return (
    <Panel title="By Year" aside="Cost is interest and fees">
      {/* Most of it is below the screen, where it needs no layout. */}
      <div className="not-print:[contain-intrinsic-size:auto_80rem] not-print:[content-visibility:auto]">
        <FigureTable
          caption="Amounts in Australian dollars. A difference compares all costs so far with the costs of staying"
          row="Time"
          labels={labels}
          rows={[rowOf('Day of the change', 0, 0), ...years]}
          isMain={(label) => label.endsWith('difference')}
          narrowPx={tooNarrowFor(labels.length)}
        />
      </div>
    </Panel>
  );
});

const cents = (amount: number) => Math.round(amount * 100);

/** The costs from one payment to another, and what is owed then. Staying has no difference from itself. */
function figuresOf(way: StayResult | OfferWay, from: number, to: number): [label: string, figure: string][] {
  const rows = way.rows.slice(from, to + 1);
  const cost = rows.reduce((sum, row) => sum + cents(row.interest_paid) + cents(row.fees_paid), 0) / 100;
  return [
    ['cost', formatAud(cost)],
    ['owed', formatAud(way.rows[to]?.remaining_balance ?? 0)],
    ...('difference' in way ? [['difference', formatAud(differenceAt(way, to))] as [string, string]] : []),
  ];
}
