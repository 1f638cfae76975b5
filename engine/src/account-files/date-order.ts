/** Whether the day or the month stands first in the dates of a form. */
import { mapSlices, type Slices } from 'engine/slices.ts';
import { type DateText, readDate } from './cells.ts';
import { amountIn, balanceIn, type Columns } from './columns.ts';
import { areAscending, asInFile } from './order.ts';
import type { Sheet } from './sheet.ts';

/** `open` where both orders give other days and neither is out; `none` where no date could be read in two ways. */
export type DateOrder = 'day' | 'month' | 'open' | 'none';

export function* orderOfDates(sheets: readonly Sheet[], columns: Columns): Slices<DateOrder> {
  const dates: DatedRow[][] = [];
  for (const sheet of sheets) dates.push(yield* datedRows(sheet, columns));
  const all = dates.flat().map(({ text }) => text);
  if (all.every(({ dayFirst, monthFirst }) => dayFirst === monthFirst)) return 'none';
  const missing = {
    day: all.some(({ dayFirst }) => dayFirst === null),
    month: all.some(({ monthFirst }) => monthFirst === null),
  };
  if (missing.day !== missing.month) return missing.day ? 'month' : 'day';
  for (const rows of dates) {
    const inOrder = asInFile(rows);
    const [day, month] = (['dayFirst', 'monthFirst'] as const).map((key) => {
      const days = inOrder.map(({ text }) => text[key]);
      return areAscending(days) || areAscending(days.toReversed());
    });
    if (day !== month) return day ? 'day' : 'month';
  }
  return 'open';
}

interface DatedRow {
  number: number;
  text: DateText;
  date: string;
  size: number;
  balance: number | null;
}

function* datedRows({ rows }: Sheet, { dates, amounts, balance }: Columns): Slices<DatedRow[]> {
  const read = yield* mapSlices(rows, ({ cells, number }): DatedRow | null => {
    const text = readDate(cells[dates[0] ?? -1] ?? '') ?? readDate(cells[dates[1] ?? -1] ?? '');
    return (
      text && {
        number,
        text,
        date: text.dayFirst ?? text.monthFirst ?? '',
        size: Math.abs(amountIn(cells, amounts)?.cents ?? 0),
        balance: balanceIn(cells, balance),
      }
    );
  });
  return read.filter((row) => row !== null);
}
