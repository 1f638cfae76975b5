import { count } from 'contract/counts.ts';
import { dayMs } from 'contract/days.ts';
import { formatLongDate, formatLongMonth, formatMonthName } from 'contract/formats.ts';
import { periodDays } from './dataset-dates.ts';
import type { DatasetFrequency } from './datasets.constants.ts';

const maxAgeInDays = 60;
const maxAgeInMonths = 24;

interface DatedFigures {
  frequency: DatasetFrequency;
  last: string;
  next_due: string | null;
  late_from: string | null;
}

/** How old the figures are on the day `today`, such as `2026-11-23`: `Figures to 20 February 2026, 9 months old`. */
export function datasetAge({ frequency, last, next_due, late_from }: DatedFigures, today: string) {
  const [, end] = periodDays(frequency, last);
  const state =
    late_from !== null && today >= late_from ? 'late' : next_due !== null && today >= next_due ? 'due' : null;
  return { text: `Figures ${coverageText(frequency, last)}, ${ageText(end, today)}`, state };
}

/** The text with the state: `Figures to 20 February 2026, 9 months old · late`. */
export function datasetAgeText(figures: DatedFigures, today: string): string {
  const { text, state } = datasetAge(figures, today);
  return state === null ? text : `${text} · ${state}`;
}

/** Such as `to February 2026` or `to the June quarter 2026`. */
export function coverageText(frequency: DatasetFrequency, last: string): string {
  const [, end] = periodDays(frequency, last);
  switch (frequency) {
    case 'on change':
      return `to ${formatLongDate(end)}`;
    case 'monthly':
      return `to ${formatLongMonth(end)}`;
    case 'quarterly':
      return `to the ${formatMonthName(end)} quarter ${last.slice(0, 4)}`;
    case 'annual':
      return `to ${last}`;
    case 'by income year':
      return `for ${last}`;
  }
}

/** The age on the day `today` of figures that end with the day `end`, such as `9 months old`. */
export function ageText(end: string, today: string): string {
  const days = Math.max(0, (Date.parse(today) - Date.parse(end)) / dayMs);
  if (days === 0) return 'today';
  if (days <= maxAgeInDays) return `${count(days, 'day')} old`;
  const months = wholeMonths(end, today);
  return `${months <= maxAgeInMonths ? count(months, 'month') : count(Math.floor(months / 12), 'year')} old`;
}

/** The number of complete months. A month is complete on the same day of the next month, or on its last day. */
function wholeMonths(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  const lastDay = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  const months = 12 * (toYear - fromYear) + toMonth - fromMonth;
  return toDay < Math.min(fromDay, lastDay) ? months - 1 : months;
}
