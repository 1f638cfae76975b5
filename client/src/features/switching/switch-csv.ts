import type { SwitchResult } from 'contract/scenarios/switching.ts';
import { centsText, csvText } from '#parts/calculator/csv.ts';
import type { View } from './verdicts.ts';

/** Every row of staying and of each offer; cells after the end of a schedule are empty. */
export function switchCsv({ stay, offers }: SwitchResult, view: View): string {
  const ways = offers.map((offer) => offer[view]);
  const all = [stay.rows, ...ways.map(({ rows }) => rows)];
  const longest = all.reduce((one, other) => (other.length > one.length ? other : one));
  const names = ['Staying', ...offers.map(({ name }) => name)];
  return csvText(
    [
      'Period',
      'Date',
      ...names.flatMap((name, index) => columns(index).map((column) => `${name}: ${column}`)),
    ],
    longest.map(({ period, due_date }) => [
      period,
      due_date ?? '',
      ...all.flatMap((rows, index) => cells(rows[period], columns(index).length)),
    ]),
  );
}

const columns = (index: number) => [
  'payment',
  'interest',
  'fees',
  'balance',
  ...(index === 0 ? [] : ['cost difference', 'paid difference']),
];

type Row = SwitchResult['stay']['rows'][number] | SwitchResult['offers'][number]['least']['rows'][number];

function cells(row: Row | undefined, count: number): string[] {
  if (!row) return Array<string>(count).fill('');
  const figures = [row.payment_amount, row.interest_paid, row.fees_paid, row.remaining_balance];
  if ('cost_difference' in row) figures.push(row.cost_difference, row.paid_difference);
  return figures.map(centsText);
}
