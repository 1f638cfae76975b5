/** What the line of a file says. */
import { count } from 'contract/counts.ts';
import type { AccountFilesReading } from 'engine/account-files/read-account-files.ts';
import type { SheetReading } from 'engine/account-files/reading.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import type { AccountFiles } from './use-account-files.ts';

export type Line = AccountFilesReading['lines'][number];

export const nameOf = ({ loan, offset }: Pick<AccountFiles, 'loan' | 'offset'>, file: string): string =>
  [...loan, ...offset].find(({ id }) => id === file)?.name ?? '';

export function rowsText({ rows }: SheetReading): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return 'No row can be read yet';
  return `${count(rows.length, 'row')} from ${formatLongDate(first.date)} to ${formatLongDate(last.date)}`;
}

const keyOf = ({ date, cents }: SheetReading['rows'][number]) => `${date} ${cents}`;

/** Of a row that is in several files, the account has only one. */
export function chargesText({ reading }: AccountFiles, { rows }: SheetReading): string {
  const charges = new Set(reading?.rows.filter(({ kind }) => kind === 'interest').map(keyOf));
  return count(rows.filter((row) => charges.has(keyOf(row))).length, 'interest charge');
}

export function joinText({ join, both, missingCents, before }: Line, files: AccountFiles): string {
  const other = before === null ? '' : nameOf(files, before);
  switch (join) {
    case 'first':
      return '';
    case 'continues':
      return `joins ${other}`;
    case 'overlaps':
      return `joins ${other}, ${both === 1 ? '1 row is' : `${both} rows are`} in both`;
    case 'contained':
      return `all its rows are in ${other}`;
    case 'apart':
      return `${formatAud(Math.abs(missingCents ?? 0) / 100)} are missing after ${other}`;
    case 'unknown':
      return `follows ${other}; nothing proves that no row is missing`;
  }
}
