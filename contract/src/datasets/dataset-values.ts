/** Values of a series as people say them: `4.60%`, `3.2%`, `0.72`, `1.72 trillion`. */
import {
  decimalFormat,
  formatDate,
  formatLongMonth,
  formatMonthName,
  numberFormat,
  withMinus,
} from 'contract/formats.ts';
import { periodDays } from './dataset-dates.ts';
import type { DatasetFrequency } from './datasets.constants.ts';
import { isRate } from './readings.ts';

interface Point {
  date: string;
  value: number;
}

interface ValueKind {
  unit: string;
  /**
   * The number of decimals that the source publishes. The values alone do not show it: 6.0 is stored as 6. Without it, the largest
   * number of decimals of the values counts.
   */
  decimals?: number | null;
}

interface SeriesKind extends ValueKind {
  frequency: DatasetFrequency;
}

const mostDecimals = 2;
const large = 1e6;

const significantDigits = 3;

const compact = numberFormat({
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: significantDigits,
});

const plainFormat = (digits: number) => numberFormat({ maximumFractionDigits: digits, useGrouping: false });

const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;

function digitsOf({ unit, decimals: published }: ValueKind, series: readonly Point[]): number {
  const decimals = published ?? Math.max(0, ...series.map(({ value }) => decimalsOf(value)));
  return isRate(unit) && decimals > mostDecimals ? 1 : Math.min(decimals, mostDecimals);
}

/** The values as they are written, so that their differences are what a reader computes. */
export function writtenValues(kind: ValueKind, series: readonly Point[]): number[] {
  const plain = plainFormat(digitsOf(kind, series));
  return series.map(({ value }) =>
    Number(Math.abs(value) >= large ? value.toPrecision(significantDigits) : plain.format(value)),
  );
}

/** Writes values with the same number of decimals. A series with more than two is rounded to one for rates. */
export function valueWriter(kind: ValueKind, series: readonly Point[]): (value: number) => string {
  const isPercent = isRate(kind.unit);
  const number = decimalFormat(digitsOf(kind, series));
  return (value) => {
    const text = withMinus((Math.abs(value) >= large ? compact : number).format(value));
    return isPercent ? `${text}%` : text;
  };
}

/** A date of a dataset as people say it: `30 Sept 2026`, `August 2026`, `June quarter 2026`, `2024`. */
export function periodText(frequency: DatasetFrequency, date: string): string {
  const [, end] = periodDays(frequency, date);
  switch (frequency) {
    case 'on change':
      return formatDate(end);
    case 'monthly':
      return formatLongMonth(end);
    case 'quarterly':
      return `${formatMonthName(end)} quarter ${date.slice(0, 4)}`;
    case 'annual':
    case 'by income year':
      return date;
  }
}

/** Such as `in August 2026`, `in the June quarter 2026`, `in 2024` or `on 30 Sept 2026`. */
export function inPeriodText(frequency: DatasetFrequency, date: string): string {
  const preposition = frequency === 'on change' ? 'on' : frequency === 'quarterly' ? 'in the' : 'in';
  return `${preposition} ${periodText(frequency, date)}`;
}

/** The latest value and its change, such as `6.2% in August 2026, unchanged from July 2026.` */
export function changeText(kind: SeriesKind, series: readonly Point[]): string {
  const { frequency } = kind;
  const [latest, previous] = [series.at(-1), series.at(-2)];
  if (!latest) return '';
  const write = valueWriter(kind, series);
  const isOnChange = frequency === 'on change';
  const value = `${write(latest.value)} ${isOnChange ? `from ${periodText(frequency, latest.date)}` : inPeriodText(frequency, latest.date)}`;
  if (!previous) return `${value}.`;
  const before = isOnChange ? '' : ` ${inPeriodText(frequency, previous.date)}`;
  const [writtenBefore = 0, written = 0] = writtenValues(kind, [previous, latest]);
  const direction = written > writtenBefore ? 'up' : 'down';
  const change = written === writtenBefore ? 'unchanged' : direction;
  return `${value}, ${change} from ${write(previous.value)}${before}.`;
}
