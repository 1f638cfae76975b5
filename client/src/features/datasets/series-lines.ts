import { formatMonth } from '#parts/format/format.ts';
import { nextPeriod, periodDays } from 'contract/datasets/dataset-dates.ts';
import { periodText, valueWriter } from 'contract/datasets/dataset-values.ts';
import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import type { ChartFigures } from 'contract/charts/chart-figures.ts';
import type { DatasetRange } from '#parts/datasets/datasets.queries.ts';

/** The ranges of a chart that one press chooses. */
export const spans = [
  ['5', '5 y'],
  ['10', '10 y'],
  ['all', 'All'],
] as const;
export type Span = (typeof spans)[number][0];

/** The first month of a span that ends with the figures; undefined for all of them. */
export function fromOfSpan(
  span: Span,
  { frequency, last }: Pick<Dataset, 'frequency' | 'last'>,
): string | undefined {
  if (span === 'all') return undefined;
  const [, end] = periodDays(frequency, last);
  const year = Number(end.slice(0, 4)) - Number(span);
  return frequency === 'annual' || frequency === 'by income year'
    ? String(year)
    : `${year}${end.slice(4, 7)}`;
}

type Facts = Pick<Dataset, 'title' | 'frequency' | 'unit' | 'decimals' | 'last'>;

interface Line extends ChartFigures {
  /** What the line is and, once it has points, how it runs, for screen readers. */
  text: string;
}

/**
 * One series on a time axis without jumps: a gap breaks the line, and a change applies until the next one. A range of
 * changes begins with the value that was in force, if `all` has it.
 */
export function lineOf(
  { title, frequency, unit, decimals, last }: Facts,
  series: readonly DatasetPoint[],
  { from, to }: DatasetRange = {},
  all: readonly DatasetPoint[] = [],
): Line {
  const isOnChange = frequency === 'on change';
  const points: readonly { date: string; value: number | null }[] = isOnChange
    ? monthEndValues([...inForce(all, from), ...series], endOf(to, last))
    : withGaps(frequency, series);
  const values = points.map(({ value }) => value);
  const latest = series.at(-1);
  const write = valueWriter({ unit, decimals }, series);
  return {
    kind: 'line',
    unit: 'number',
    labels: points.map(({ date }) => date),
    labelText: (index) => periodText(frequency, points[index]?.date ?? ''),
    hasYears: true,
    text: points[0]
      ? `${title} since ${points[0].date.slice(0, 4)}: from ${write(values[0] ?? 0)} to ${write(latest?.value ?? 0)}`
      : title,
    series: [
      {
        name: title,
        color: 'accent',
        isStepped: isOnChange,
        isFilled: series.every(({ value }) => value >= 0),
        values,
        notes: extremes(values).map((index) => ({
          index,
          text: `${write(values[index] ?? 0)}, ${shortPeriod(points[index]?.date ?? '')}`,
        })),
        endLabel: latest ? [write(latest.value), periodText(frequency, latest.date)] : [],
      },
    ],
  };
}

/** The line of the years that end with the figures. */
export function lineOfSpan(span: Span, facts: Facts, series: readonly DatasetPoint[]): Line {
  const from = fromOfSpan(span, facts);
  if (from === undefined) return lineOf(facts, series);
  const recent = series.filter(({ date }) => periodDays(facts.frequency, date)[1] >= from);
  return lineOf(facts, recent, { from }, series);
}

function inForce(all: readonly DatasetPoint[], from: string | undefined): DatasetPoint[] {
  if (from === undefined) return [];
  const start = `${from}-01-01`.slice(0, 'YYYY-MM-DD'.length);
  const change = all.findLast(({ date }) => date < start);
  return change ? [{ date: start, value: change.value }] : [];
}

/** The month until which the last change of a range applies. */
function endOf(to: string | undefined, last: string): string {
  const end = to?.length === 4 ? `${to}-12` : to;
  return end && end < last ? end : last;
}

function withGaps(frequency: Dataset['frequency'], series: readonly DatasetPoint[]) {
  return series.flatMap((point, index): { date: string; value: number | null }[] => {
    const next = series[index + 1]?.date;
    return [point, ...missingBetween(frequency, point.date, next).map((date) => ({ date, value: null }))];
  });
}

function missingBetween(frequency: Dataset['frequency'], date: string, end: string | undefined): string[] {
  const next = nextPeriod(frequency, date);
  if (!next || !end || next >= end) return [];
  return [next, ...missingBetween(frequency, next, end)];
}

/** The periods between the first and the last figure that have none, as people say them. */
export const missingPeriods = (frequency: Dataset['frequency'], series: readonly DatasetPoint[]): string[] =>
  series
    .flatMap(({ date }, index) => missingBetween(frequency, date, series[index + 1]?.date))
    .map((date) => periodText(frequency, date));

/** A value is notable only if the line is long enough for a text beside it. */
const leastForNotes = 24;

/** The first highest and the first lowest value within the line. */
function extremes(values: readonly (number | null)[]): number[] {
  if (values.length < leastForNotes) return [];
  const known = values.filter((value) => value !== null);
  const places = [Math.max(...known), Math.min(...known)].map((value) => values.indexOf(value));
  return places.filter((place) => place < values.length - values.length / 8);
}

const shortPeriod = (date: string) =>
  /^\d{4}-\d{2}$/.test(date) ? formatMonth(date) : date.replace('-', ' ');

/** The value at the end of each month: evenly spaced, so that a chart's time axis is linear. */
export function monthEndValues(changes: readonly DatasetPoint[], until: string): DatasetPoint[] {
  const months: DatasetPoint[] = [];
  const [first] = changes;
  if (!first) return months;
  const rest = [...changes];
  let latest = first.value;
  for (let month = first.date.slice(0, 7); month <= until.slice(0, 7); month = monthAfter(month)) {
    for (; rest[0] && rest[0].date.slice(0, 7) <= month; rest.shift()) latest = rest[0].value;
    months.push({ date: month, value: latest });
  }
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
