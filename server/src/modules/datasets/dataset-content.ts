import { nextPeriod } from 'contract/datasets/dataset-dates.ts';
import type { DatasetFrequency } from 'contract/datasets/datasets.constants.ts';
import {
  type Dataset,
  DatasetMetadata,
  type DatasetPoint,
  type TaxYear,
} from 'contract/datasets/datasets.ts';
import { z } from 'zod';
import { Reader } from './readers/source.ts';
import { StartError } from '#platform/process/start-error.ts';

const SourceDate = z.union([z.string(), z.int().transform(String)]);
/** A value that is no number is refused with its row. Null between others is a gap: the figure of the period is unknown. */
const Points = z.array(z.tuple([SourceDate, z.unknown()])).min(1);
const Brackets = z.array(z.tuple([z.number().min(0), z.number().min(0).max(100)])).min(1);

/** The accepted formats of source files. Other fields are for people who read the file. */
const DatasetFile = z.union([
  z.object({ rows: Points }).transform(({ rows }) => ({ points: rows, end: null })),
  z
    .object({ changes: Points, coverage: z.tuple([z.string(), z.string()]) })
    .transform(({ changes, coverage }) => ({ points: changes, end: coverage[1] })),
  z
    .object({ rows: z.record(z.string(), Brackets) })
    .transform(({ rows }) => ({ taxYears: Object.entries(rows) })),
]);

/** A dataset's `about.json`. */
export const DatasetAbout = DatasetMetadata.extend({
  /** The smallest and the largest value that a series may have. */
  values: z.tuple([z.number(), z.number()]).optional(),
  /** The number of decimals of a publisher's value, which is rounded half up. */
  decimals: z.int().optional(),
  /** The largest difference between a publisher's new or changed point and the previous one. */
  step: z.number().optional(),
  /** How the publisher's file is read. */
  reader: Reader.optional(),
  /** The place in the list within its topic. */
  order: z.int(),
  /** What could not be sourced, until the figures reach the date. */
  missing: z.strictObject({ from: SourceDate, text: z.string().min(1).max(300) }).optional(),
  /** When the file of this release was retrieved. A dataset without a file begins with its first import. */
  retrieved: z.iso.date().optional(),
  /**
   * When newer figures are expected and when they are late, in days after the end of the next period. For changes, in days after
   * the end of the period that the figures cover.
   */
  rhythm: z.strictObject({ due_days: z.int(), late_days: z.int() }).optional(),
});
export type DatasetAbout = z.output<typeof DatasetAbout>;

export interface Figures {
  first: string;
  /** The end of the coverage. */
  last: string;
  series: DatasetPoint[] | null;
  /** The rows of a tax table, instead of a series. */
  rows: TaxYear[] | null;
}

/** A vintage as the API describes it, with its figures. */
export interface Vintage extends Dataset, Figures {
  retrieved: string;
}

/** The message names the faulty row. */
export class DatasetFault extends StartError {}

/** Refuses invalid files, dates out of order, gaps, and values out of range. */
export function readDataset(slug: string, { frequency, values }: DatasetAbout, file: unknown): Figures {
  const parsed = DatasetFile.safeParse(file);
  const isTaxTable = frequency === 'by income year';
  if (!parsed.success || 'taxYears' in parsed.data !== isTaxTable) {
    throw new DatasetFault(`${slug} has no rows that can be read.`);
  }
  if ('taxYears' in parsed.data) {
    const rows = parsed.data.taxYears.map(([year, brackets]) => ({
      year,
      brackets: brackets.map(([income_over, rate_percent]) => ({ income_over, rate_percent })),
    }));
    const years = rows.map(({ year }) => year);
    refuseDates(slug, frequency, years);
    for (const { year, brackets } of rows) refuseFallingBrackets(slug, year, brackets);
    return { first: years[0] ?? '', last: years.at(-1) ?? '', series: null, rows };
  }
  const { points, end } = parsed.data;
  const dates = points.map(([date]) => date);
  refuseDates(slug, frequency, dates);
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  if (end !== null && !dateForms[frequency].test(end)) {
    throw new DatasetFault(`${slug} covers until ${end}: not a date of this dataset.`);
  }
  if (end !== null && end < last) throw new DatasetFault(`${slug} covers less than its last row, ${last}.`);
  return {
    first,
    last: end ?? last,
    series: points.flatMap(([date, value], index) => {
      const isGap = value === null && index > 0 && index < points.length - 1;
      return isGap ? [] : [{ date, value: numberIn(values, value, rowName(slug, index, date)) }];
    }),
    rows: null,
  };
}

const rowName = (slug: string, index: number, date: string) => `${slug}, row ${index + 1} (${date})`;

function numberIn(values: DatasetAbout['values'], value: unknown, row: string): number {
  if (typeof value !== 'number') throw new DatasetFault(`${row}: ${JSON.stringify(value)} is not a number.`);
  const [lowest, highest] = values ?? [-Infinity, Infinity];
  if (value < lowest || value > highest) {
    throw new DatasetFault(`${row}: ${value} is not from ${lowest} to ${highest}.`);
  }
  // JSON has -0, which is the same figure as 0.
  return value + 0;
}

export const dateForms: Record<DatasetFrequency, RegExp> = {
  annual: /^\d{4}$/,
  quarterly: /^\d{4}-Q[1-4]$/,
  monthly: /^\d{4}-(0[1-9]|1[0-2])$/,
  'on change': z.regexes.date,
  'by income year': /^\d{4}-\d{2}$/,
};

function refuseDates(slug: string, frequency: DatasetFrequency, dates: string[]): void {
  for (const [index, date] of dates.entries()) {
    const row = rowName(slug, index, date);
    if (!dateForms[frequency].test(date)) throw new DatasetFault(`${row}: not a date of this dataset.`);
    const before = dates[index - 1];
    if (before === undefined) continue;
    if (date <= before) throw new DatasetFault(`${row}: not later than ${before}.`);
    const expected = nextPeriod(frequency, before);
    if (expected !== null && date !== expected) throw new DatasetFault(`${row}: ${expected} is missing.`);
  }
}

function refuseFallingBrackets(slug: string, year: string, brackets: TaxYear['brackets']): void {
  const isRising = brackets.every(
    ({ income_over }, index) => index === 0 || income_over > (brackets[index - 1]?.income_over ?? 0),
  );
  if (!isRising) throw new DatasetFault(`${slug}, ${year}: the incomes do not rise.`);
}
