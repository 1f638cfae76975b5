import { formatDuration } from '#parts/format/format.ts';

interface Balance {
  remaining_balance: number;
}

/** The balance of a loan at its start and at the end of each month, until the month in which it is paid off. */
export function monthlyBalances(amount: number, rows: readonly Balance[], paymentsPerYear: number): number[] {
  const months = Math.ceil((12 * rows.length) / paymentsPerYear);
  return Array.from({ length: months + 1 }, (_, month) => {
    const payments = Math.min(rows.length, Math.floor((month * paymentsPerYear) / 12));
    return rows[payments - 1]?.remaining_balance ?? amount;
  });
}

/** The axis of a line chart with one value a month from a day on, which names round years. */
export function calendarAxis(start: string, months: number) {
  const first = 12 * Number(start.slice(0, 4)) + Number(start.slice(5, 7)) - 1;
  return {
    labels: Array.from({ length: months }, (_, month) => {
      const inMonths = first + month;
      return `${Math.floor(inMonths / 12)}-${String((inMonths % 12) + 1).padStart(2, '0')}`;
    }),
    hasYears: true,
  };
}

/** The axis of a line chart with one value a month: it names whole years only. */
export function yearAxis(months: number) {
  return {
    labels: Array.from({ length: months }, (_, month) => (month % 12 === 0 ? String(month / 12) : '')),
    labelEvery: 12,
    labelText: (month: number) => `After ${formatDuration(month)}`,
  };
}
