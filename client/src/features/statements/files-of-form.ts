import type { Place, SheetReading } from 'engine/account-files/reading.ts';
import type { AccountFiles } from './use-account-files.ts';

/** The files of a place that are read together with one. */
export function filesOfForm(
  { reading }: Pick<AccountFiles, 'reading'>,
  { sheet }: SheetReading,
  place: Place,
): string[] {
  const lines = reading?.lines.filter(({ account }) => (account === 'loan') === (place === 'loan')) ?? [];
  const sheets = [sheet, ...lines.map((line) => line.reading.sheet)];
  return [...new Set(sheets.filter(({ form }) => form === sheet.form).map(({ file }) => file))];
}
