/** Dates such as `25-02-20`, of which the year may stand first. */
import { readDate } from './cells.ts';
import { areAscending } from './order.ts';
import type { Sheet } from './sheet.ts';

const twoDigits = /(?<!\d)(\d{2})([-/.])(\d{2})\2(\d{2})(?!\d)/;
const withYearFirst = (cell: string) => cell.replace(twoDigits, '20$1-$3-$4');
const longestYears = 10;

/** The files of a form with whole years where the year stands first, and whether nothing decides that. */
export function yearsFirst(
  sheets: readonly Sheet[],
  answer: boolean | undefined,
): { sheets: readonly Sheet[]; isOpen: boolean } {
  const width = Math.max(
    0,
    ...sheets.flatMap(({ rows }) => rows.slice(0, 1)).map(({ cells }) => cells.length),
  );
  const orders = Array.from({ length: width }, (_, column) => orderOf(sheets, column));
  const columns = new Set(
    orders.flatMap((order, column) => (order === 'first' || (order === 'open' && answer) ? [column] : [])),
  );
  const isOpen = answer === undefined && orders.includes('open');
  if (columns.size === 0) return { sheets, isOpen };
  return {
    isOpen,
    sheets: sheets.map((sheet) => ({
      ...sheet,
      rows: sheet.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell, column) => (columns.has(column) ? withYearFirst(cell) : cell)),
      })),
    })),
  };
}

/** The year runs slower than the day: it is the number that does not change, where only one does. */
function orderOf(sheets: readonly Sheet[], column: number): 'first' | 'last' | 'open' {
  const files = sheets.map(({ rows }) =>
    rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean),
  );
  const all = files.flat();
  // Most columns have no such dates, and end with their first cell.
  if (!all.every((cell) => twoDigits.test(cell)) || new Set(all).size < 2) return 'last';
  const parts = all.map((cell) => twoDigits.exec(cell)!);
  if (parts.some(([date]) => !readDate(withYearFirst(date)))) return 'last';
  const ascends = (dayOf: (cell: string) => string | null | undefined) =>
    files.every((cells) => {
      const days = cells.map((cell) => dayOf(cell) ?? null);
      const years = days.flatMap((day) => (day === null ? [] : [Number(day.slice(0, 4))]));
      const isShort = Math.max(...years) - Math.min(...years) <= longestYears;
      return days.every(Boolean) && isShort && (areAscending(days) || areAscending(days.toReversed()));
    });
  const isFirst = ascends((cell) => readDate(withYearFirst(cell))?.dayFirst);
  const isLast = [
    ascends((cell) => readDate(cell)?.dayFirst),
    ascends((cell) => readDate(cell)?.monthFirst),
  ].includes(true);
  if (isFirst !== isLast) return isFirst ? 'first' : 'last';
  const [firsts, lasts] = [1, 4].map((group) => new Set(parts.map((part) => part[group])).size);
  if (firsts! > 1 && lasts === 1) return 'last';
  return isFirst || firsts === 1 ? 'open' : 'last';
}
