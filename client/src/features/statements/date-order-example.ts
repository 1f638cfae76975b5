import type { SheetReading } from 'engine/account-files/reading.ts';
import { formatLongDate } from '#parts/format/format.ts';

const ambiguous = /^\D*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})\D*$/;
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const lastMonth = 12;

/** The first date of a file that has two readings, in the words of the question. */
export function dateOrderExample({ sheet, columns, isYearOpen }: SheetReading) {
  for (const { cells } of sheet.rows) {
    for (const column of columns.dates) {
      const text = cells[column]?.trim() ?? '';
      const [, first, second, year = ''] = ambiguous.exec(text) ?? [];
      const [one, other] = [Number(first), Number(second)];
      if (isYearOpen && first) return yearExample(text, [first, second ?? '', year]);
      if (!first || one === other || one > lastMonth || other > lastMonth) continue;
      const fullYear = year.length === 2 ? `20${year}` : year;
      const iso = (month: number, day: number) =>
        formatLongDate(`${fullYear}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
      return {
        question: `Is “${text}” the ${ordinal(one)} of ${monthNames[other - 1]} or the ${ordinal(other)} of ${monthNames[one - 1]}?`,
        dayFirst: iso(other, one),
        monthFirst: iso(one, other),
      };
    }
  }
  return undefined;
}

function yearExample(text: string, [first, second, third]: readonly [string, string, string]) {
  const [dayFirst, yearFirst] = [`20${third}-${second}-${first}`, `20${first}-${second}-${third}`].map(
    formatLongDate,
  );
  return { question: `Is “${text}” ${dayFirst} or ${yearFirst}?`, dayFirst, yearFirst };
}

const ordinals = new Map([
  [1, 'st'],
  [2, 'nd'],
  [3, 'rd'],
]);
const ordinal = (number: number) => `${number}${ordinals.get(number) ?? 'th'}`;
