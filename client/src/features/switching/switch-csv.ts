import { centsText, csvText } from '#parts/calculator/csv.ts';
import type { Loans } from './verdicts.ts';

const figures = {
  payment_amount: 'payment',
  interest_paid: 'interest',
  fees_paid: 'fees',
  remaining_balance: 'balance',
} as const;
const differences = { cost_difference: 'cost difference', paid_difference: 'paid difference' } as const;

/** Every row of staying and of each offer; cells after the end of a schedule are empty. */
export function switchCsv({ stay, offers, rows }: Loans): string {
  const columns = [
    ...columnsOf(stay.name, stay.rows, figures),
    ...offers.flatMap((offer) => columnsOf(offer.name, offer.rows, { ...figures, ...differences })),
  ];
  return csvText(
    ['Period', 'Date', ...columns.map(({ title }) => title)],
    rows.map(({ period, due_date }) => [
      period,
      due_date ?? '',
      ...columns.map(({ cells }) => cells[period] ?? ''),
    ]),
  );
}

const columnsOf = <Field extends string>(
  name: string,
  rows: readonly Record<NoInfer<Field>, number>[],
  titles: Readonly<Record<Field, string>>,
) =>
  (Object.keys(titles) as Field[]).map((field) => ({
    title: `${name}: ${titles[field]}`,
    cells: rows.map((row) => centsText(row[field])),
  }));
