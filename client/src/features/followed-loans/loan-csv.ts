import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { LoanMonth } from 'contract/followed-loans/followed-loan-result.ts';
import { centsText, type CsvColumn, csvOf } from '#parts/calculator/csv.ts';

const cents = (amount: string | number | null | undefined) =>
  amount === null || amount === undefined ? '' : centsText(Number(amount));

const monthColumns: readonly CsvColumn<LoanMonth>[] = [
  ['Date', ({ date }) => date],
  ['Owed', ({ owed }) => cents(owed)],
  ['Expected', ({ expected }) => cents(expected)],
  ['Planned', ({ planned }) => cents(planned)],
];

export const monthsCsv = (months: readonly LoanMonth[]): string => csvOf(monthColumns, months);

type Row = NonNullable<FollowedLoan['input']['transactions']>[number];

const rowColumns: readonly CsvColumn<Row>[] = [
  ['Date', ({ date }) => date],
  ['Amount', ({ amount }) => cents(amount)],
  ['Kind', ({ kind }) => kind ?? 'other'],
  ['Balance', ({ balance }) => cents(balance)],
];

export const rowsCsv = ({ input }: Pick<FollowedLoan, 'input'>): string =>
  csvOf(rowColumns, input.transactions ?? []);
