import { csvText } from '#parts/calculator/csv.ts';
import { noRowFees, type RowFees } from '../scenario/row-fees.ts';
import type { ScheduleRow } from './schedule-years.ts';

/** Has no row of totals, so that the sum of a column equals the figure in the summary. */
export function scheduleCsv(rows: readonly ScheduleRow[], fees: RowFees = noRowFees): string {
  const columns = [
    ['period', ({ period }: ScheduleRow) => String(period)],
    ...(rows[0]?.due_date ? [['due_date', ({ due_date }: ScheduleRow) => due_date ?? ''] as const] : []),
    ['payment', (row: ScheduleRow) => row.payment_amount.toFixed(2)],
    ['principal', (row: ScheduleRow) => row.principal_paid.toFixed(2)],
    ['interest', (row: ScheduleRow) => row.interest_paid.toFixed(2)],
    ...scenarioColumns(rows),
    ...feeColumn(fees),
    ['balance', (row: ScheduleRow) => row.remaining_balance.toFixed(2)],
  ] as const;
  return csvText(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, show]) => show(row))),
  );
}

/** The first row includes the upfront fee. */
function feeColumn({ upfront, rows }: RowFees) {
  if (upfront === 0 && rows.every((fees) => fees === 0)) return [];
  const feesOf = ({ period }: ScheduleRow) => (period === 1 ? upfront : 0) + (rows[period - 1] ?? 0);
  return [['fees', (row: ScheduleRow) => feesOf(row).toFixed(2)]] as const;
}

function scenarioColumns(rows: readonly ScheduleRow[]) {
  if (rows[0]?.extra_paid === undefined) return [];
  return [
    ['extra_paid', ({ extra_paid = 0 }: ScheduleRow) => extra_paid.toFixed(2)],
    ['offset_balance', ({ offset_balance = 0 }: ScheduleRow) => offset_balance.toFixed(2)],
    ['annual_interest_rate', ({ annual_interest_rate = 0 }: ScheduleRow) => String(annual_interest_rate)],
  ] as const;
}
