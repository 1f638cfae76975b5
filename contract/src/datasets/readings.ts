/** The ways of reading a series, and what they are called. */
import type { DatasetFrequency } from './datasets.constants.ts';

export const datasetReadings = ['value', 'change_year', 'change_period', 'index', 'real'] as const;
export type DatasetReading = (typeof datasetReadings)[number];

interface SeriesKind {
  frequency: DatasetFrequency;
  unit: string;
}

/** A rate changes by percentage points. */
export const isRate = (unit: string): boolean => unit.startsWith('per cent');
/** Rates, and changes in percentage points or per cent. */
export const isPercentage = (unit: string): boolean => /^per ?cent/.test(unit);
/** An amount of money, which inflation devalues. An exchange rate is none. */
const isAmount = (unit: string) => /^current .*dollars$/.test(unit);

/** The readings that make sense for the series. */
export function readingsOf({ frequency, unit }: SeriesKind): DatasetReading[] {
  if (frequency === 'by income year') return ['value'];
  return [
    'value',
    'change_year',
    // For annual figures both changes are the same.
    ...(frequency === 'annual' ? [] : (['change_period'] as const)),
    ...(isRate(unit) ? [] : (['index'] as const)),
    ...(isAmount(unit) && frequency === 'annual' ? (['real'] as const) : []),
  ];
}

const periodNames: Record<DatasetFrequency, string> = {
  annual: 'year',
  quarterly: 'quarter',
  monthly: 'month',
  'on change': 'decision',
  'by income year': 'year',
};

export function readingName(reading: DatasetReading, frequency: DatasetFrequency): string {
  switch (reading) {
    case 'value':
      return 'The figures';
    case 'change_year':
      return 'Change on the year before';
    case 'change_period':
      return `Change on the ${periodNames[frequency]} before`;
    case 'index':
      return 'Index (first shown = 100)';
    case 'real':
      return 'In today’s dollars';
  }
}
