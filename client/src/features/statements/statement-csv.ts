import type { StatementResult } from 'contract/statements/statements.ts';
import { centsText, csvText } from '#parts/calculator/csv.ts';

const header = [
  'Date',
  'From',
  'To',
  'Days',
  'Average balance',
  'Rate',
  'Charged',
  'Adjustment',
  'Expected',
  'Difference',
  'Status',
  'Cause',
];

const cents = (amount: number | null) => (amount === null ? '' : centsText(amount));

/** One line for each charge; a figure that is not known is an empty cell. */
export const statementCsv = ({ rows }: Pick<StatementResult, 'rows'>): string =>
  csvText(
    header,
    rows.map((row) => [
      row.date,
      row.from ?? '',
      row.to ?? '',
      row.days ?? '',
      cents(row.average_balance),
      row.annual_interest_rate ?? '',
      cents(row.charged),
      cents(row.adjustment),
      cents(row.expected),
      cents(row.difference),
      row.reason ?? row.status,
      row.cause ?? '',
    ]),
  );
