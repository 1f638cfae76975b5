import type { DatasetContent } from './dataset-content.ts';

interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** The first and last day of a year, month, day or income year, as comparable text. */
function daysOf(date: string, isIncomeYear: boolean): [first: string, last: string] {
  const year = Number(date.slice(0, 4));
  if (isIncomeYear) return [`${year}-07-01`, `${year + 1}-06-30`];
  const [, month, day] = date.split('-');
  return [`${year}-${month ?? '01'}-${day ?? '01'}`, `${year}-${month ?? '12'}-${day ?? '31'}`];
}

/** The dates that overlap the range; a bare year or month counts as a whole. */
export function inRange(content: DatasetContent, { from, to }: DateRange): DatasetContent {
  const { facts, series, rows } = content;
  const start = from === undefined ? '' : daysOf(from, false)[0];
  const end = to === undefined ? '9999-12-31' : daysOf(to, false)[1];
  const isIn = (date: string) => {
    const [first, last] = daysOf(date, facts.frequency === 'by income year');
    return first <= end && last >= start;
  };
  return {
    ...content,
    series: series?.filter(({ date }) => isIn(date)) ?? null,
    rows: rows?.filter(({ year }) => isIn(year)) ?? null,
  };
}
