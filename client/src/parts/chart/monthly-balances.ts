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

/** The axis of a line chart with one value a month: it names whole years only. */
export function yearAxis(months: number) {
  return {
    labels: Array.from({ length: months }, (_, month) => (month % 12 === 0 ? String(month / 12) : '')),
    labelEvery: 12,
  };
}
