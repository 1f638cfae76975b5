import type { SavingsResult } from 'contract/workshop.ts';
import { csvText } from '#parts/calculator/csv.ts';

/** Month by month, closed by the totals of the summary. */
export function savingsCsv({
  schedule,
  total_deposits,
  total_interest,
  final_balance,
}: SavingsResult): string {
  return csvText(
    ['Month', 'Deposit', 'Interest', 'Balance'],
    [
      ...schedule.map((row) => [row.period, cents(row.deposit), cents(row.interest), cents(row.balance)]),
      ['Total', cents(total_deposits), cents(total_interest), cents(final_balance)],
    ],
  );
}

const cents = (amount: number) => amount.toFixed(2);
