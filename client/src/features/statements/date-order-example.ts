import { readDate } from 'engine/account-files/cells.ts';
import type { SheetReading } from 'engine/account-files/reading.ts';
import { formatLongDate } from '#parts/format/format.ts';
import { formatMonthName } from 'contract/formats.ts';

const ambiguous = /^\D*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})\D*$/;

/** The first date of a file that has two readings, in the words of the question. */
export function dateOrderExample({ sheet, columns, isYearOpen }: SheetReading) {
  for (const { cells } of sheet.rows) {
    for (const column of columns.dates) {
      const text = cells[column]?.trim() ?? '';
      const [, first = '', second = '', year = ''] = ambiguous.exec(text) ?? [];
      if (isYearOpen && first) return yearExample(text, [first, second, year]);
      const { dayFirst = null, monthFirst = null } = readDate(`${first}/${second}/${year}`) ?? {};
      if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) continue;
      return {
        question: `Is “${text}” the ${ordinal(first)} of ${formatMonthName(dayFirst)} or the ${ordinal(second)} of ${formatMonthName(monthFirst)}?`,
        dayFirst: formatLongDate(dayFirst),
        monthFirst: formatLongDate(monthFirst),
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

const ordinal = (text: string) => `${Number(text)}${['th', 'st', 'nd', 'rd'][Number(text)] ?? 'th'}`;
