import type { SavingsResult } from 'contract/scenarios/scenarios.ts';
import { centsText, csvText } from '#parts/calculator/csv.ts';

/** By month, with the summary's totals at the end. */
export function savingsCsv({
  schedule,
  total_deposits,
  total_interest,
  final_balance,
}: SavingsResult): string {
  return csvText(
    ['Month', 'Deposit', 'Interest', 'Balance'],
    [
      ...schedule.map((row) => [
        row.period,
        centsText(row.deposit),
        centsText(row.interest),
        centsText(row.balance),
      ]),
      ['Total', centsText(total_deposits), centsText(total_interest), centsText(final_balance)],
    ],
  );
}
