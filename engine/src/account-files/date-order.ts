/** Whether the day or the month stands first in the dates of a form. */
import { readDate } from './cells.ts';
import { amountIn, balanceIn, type Columns } from './columns.ts';
import { areAscending, asInFile } from './order.ts';
import type { Sheet } from './sheet.ts';

/** `open` where both orders give other days and neither is out; `none` where no date could be read in two ways. */
export type DateOrder = 'day' | 'month' | 'open' | 'none';

export function orderOfDates(sheets: readonly Sheet[], columns: Columns): DateOrder {
  const dates = sheets.map((sheet) => datedRows(sheet, columns));
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

function datedRows({ rows }: Sheet, { dates, amounts, balance }: Columns) {
  return rows.flatMap(({ cells, number }) => {
    const text = readDate(cells[dates[0] ?? -1] ?? '') ?? readDate(cells[dates[1] ?? -1] ?? '');
    if (!text) return [];
    const size = Math.abs(amountIn(cells, amounts)?.cents ?? 0);
    return [
      {
        number,
        text,
        date: text.dayFirst ?? text.monthFirst ?? '',
        size,
        balance: balanceIn(cells, balance),
      },
    ];
  });
}
