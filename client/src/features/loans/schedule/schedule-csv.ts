import { centsText, csvOf, type CsvColumn } from '#parts/calculator/csv.ts';
import { noRowFees, type RowFees } from '../scenario/row-fees.ts';
import type { ScheduleRow } from './schedule-years.ts';

/** Has no row of totals, so that the sum of a column equals the figure in the summary. */
export function scheduleCsv(rows: readonly ScheduleRow[], fees: RowFees = noRowFees): string {
  const columns: CsvColumn<ScheduleRow>[] = [
    ['period', ({ period }) => period],
    ...(rows[0]?.due_date ? [dueDate] : []),
    ['payment', ({ payment_amount }) => centsText(payment_amount)],
    ['principal', ({ principal_paid }) => centsText(principal_paid)],
    ['interest', ({ interest_paid }) => centsText(interest_paid)],
    ...(rows[0]?.extra_paid === undefined ? [] : scenarioColumns),
    ...feeColumn(fees),
    ['balance', ({ remaining_balance }) => centsText(remaining_balance)],
  ];
  return csvOf(columns, rows);
}

const dueDate: CsvColumn<ScheduleRow> = ['due_date', ({ due_date }) => due_date ?? ''];

const scenarioColumns: readonly CsvColumn<ScheduleRow>[] = [
  ['extra_paid', ({ extra_paid = 0 }) => centsText(extra_paid)],
  ['offset_balance', ({ offset_balance = 0 }) => centsText(offset_balance)],
  ['annual_interest_rate', ({ annual_interest_rate = 0 }) => annual_interest_rate],
];

/** The first row includes the upfront fee. */
function feeColumn({ upfront, rows }: RowFees): CsvColumn<ScheduleRow>[] {
  if (upfront === 0 && rows.every((fees) => fees === 0)) return [];
  return [['fees', ({ period }) => centsText((period === 1 ? upfront : 0) + (rows[period - 1] ?? 0))]];
}
