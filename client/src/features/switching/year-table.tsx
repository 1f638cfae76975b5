import { type PaymentFrequency, periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { differenceAt, type Loans, type Offer, type Staying } from './verdicts.ts';

interface YearTableProps {
  loans: Loans;
  frequency: PaymentFrequency;
}

/** The screen width below which a table with this number of figures would scroll horizontally. */
const tooNarrowFor = (figures: number) => 256 + figures * 104;

/** Costs and balances by year; each year opens to its payments. */
export function YearTable({ loans: { stay, offers, rows }, frequency }: YearTableProps) {
  const perYear = periodsPerYear[frequency];
  const columns = [
    ...columnsOf(stay),
    ...offers.flatMap((offer) => [...columnsOf(offer), differenceOf(offer)]),
  ];
  const rowOf = (head: string, from: number, to: number) => ({
    head,
    figures: columns.map(({ figure }) => formatAud(figure(from, to))),
  });
  const years = Array.from({ length: Math.ceil((rows.length - 1) / perYear) }, (_, year) => {
    const payments = rows.slice(year * perYear + 1, (year + 1) * perYear + 1);
    return {
      ...rowOf(`Year ${year + 1}`, payments[0]!.period, payments.at(-1)!.period),
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
          labels={columns.map(({ label }) => label)}
          rows={[rowOf('Day of the change', 0, 0), ...years]}
          isMain={(label) => label.endsWith('difference')}
          narrowPx={tooNarrowFor(columns.length)}
        />
      </div>
    </Panel>
  );
}

const cents = (amount: number) => Math.round(amount * 100);

/** The costs from one payment to another, and what is owed then. */
const columnsOf = ({ name, rows }: Staying | Offer) => [
  {
    label: `${name}: cost`,
    figure: (from: number, to: number) =>
      rows
        .slice(from, to + 1)
        .reduce((sum, row) => sum + cents(row.interest_paid) + cents(row.fees_paid), 0) / 100,
  },
  { label: `${name}: owed`, figure: (_from: number, to: number) => rows[to]?.remaining_balance ?? 0 },
];

const differenceOf = (offer: Offer) => ({
  label: `${offer.name}: difference`,
  figure: (_from: number, to: number) => differenceAt(offer, to),
});
