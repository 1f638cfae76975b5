import { formatAud, formatDate } from '#parts/format/format.ts';
import type { ScheduleRow, ScheduleYear } from './schedule-years.ts';
import { sumOf } from './schedule-years.ts';

export interface ScheduleColumn {
  label: string;
  /** The cell of one row. */
  show: (row: ScheduleRow) => string;
  /** The cell of a year's row. */
  total: (year: ScheduleYear) => string;
}

const always = {
  payment: column('Payment', 'payment_amount', 'payment'),
  principal: column('Principal', 'principal_paid', 'principal'),
  interest: column('Interest', 'interest_paid', 'interest'),
  balance: column('Balance', 'remaining_balance', 'balance'),
};

/** Scenario columns appear only if they have values. */
export function columnsOf(rows: readonly ScheduleRow[]): ScheduleColumn[] {
  const dates: ScheduleColumn = {
    label: 'Due',
    show: ({ due_date }) => (due_date ? formatDate(due_date) : ''),
    total: () => '',
  };
  const extras: ScheduleColumn = {
    label: 'Extra',
    show: ({ extra_paid = 0 }) => formatAud(extra_paid),
    total: (year) => formatAud(sumOf(year.rows, 'extra_paid')),
  };
  const rates: ScheduleColumn = {
    label: 'Rate',
    show: ({ annual_interest_rate = 0 }) => `${annual_interest_rate}%`,
    total: () => '',
  };
  const offsets: ScheduleColumn = {
    label: 'Offset',
    show: ({ offset_balance = 0 }) => formatAud(offset_balance),
    total: () => '',
  };
  const firstRate = rows[0]?.annual_interest_rate;
  return [
    ...(rows[0]?.due_date ? [dates] : []),
    always.payment,
    ...(rows.some(({ extra_paid }) => extra_paid) ? [extras] : []),
    always.principal,
    always.interest,
    ...(rows.some((row) => row.annual_interest_rate !== firstRate) ? [rates] : []),
    ...(rows.some(({ offset_balance }) => offset_balance) ? [offsets] : []),
    always.balance,
  ];
}

/** The number of columns of a plain loan. */
export const plainColumns = 4;

/** The screen width below which a table with this number of columns would scroll horizontally. */
export function tooNarrowFor(columns: number): number | undefined {
  const [screenPx, columnPx] = [230, 118];
  return columns > plainColumns ? screenPx + columns * columnPx : undefined;
}

function column(
  label: string,
  figure: 'payment_amount' | 'principal_paid' | 'interest_paid' | 'remaining_balance',
  total: 'payment' | 'principal' | 'interest' | 'balance',
): ScheduleColumn {
  return { label, show: (row) => formatAud(row[figure]), total: (year) => formatAud(year[total]) };
}
