import type { Dataset, DatasetFacts, DatasetPoint, TaxYear } from 'contract/datasets.ts';
import { z } from 'zod';
import { StartError } from '#platform/process/start-error.ts';

const SourceDate = z.union([z.string(), z.int().transform(String)]);
const Points = z.array(z.tuple([SourceDate, z.number()])).min(1);
const Brackets = z.array(z.tuple([z.number().min(0), z.number().min(0).max(100)])).min(1);

/** The accepted shapes of source files; other fields are for readers of the file. */
const DatasetFile = z.union([
  z.object({ rows: Points }).transform(({ rows }) => ({ points: rows, end: null })),
  z
    .object({ changes: Points, coverage: z.tuple([z.string(), z.string()]) })
    .transform(({ changes, coverage }) => ({ points: changes, end: coverage[1] })),
  z
    .object({ rows: z.record(z.string(), Brackets) })
    .transform(({ rows }) => ({ taxYears: Object.entries(rows) })),
]);

export interface DatasetContent {
  facts: Dataset;
  series: DatasetPoint[] | null;
  /** Of a tax table, instead of a series. */
  rows: TaxYear[] | null;
}

type Facts = z.output<typeof DatasetFacts>;

/** Names the faulty row. */
export class DatasetFault extends StartError {}

/** Refuses invalid files, dates out of order, and gaps. */
export function readDataset(slug: string, facts: Facts, file: unknown): DatasetContent {
  const parsed = DatasetFile.safeParse(file);
  if (!parsed.success) throw new DatasetFault(`${slug} has no rows that can be read.`);
  if ('taxYears' in parsed.data) {
    const rows = parsed.data.taxYears.map(([year, brackets]) => ({
      year,
      brackets: brackets.map(([income_over, rate_percent]) => ({ income_over, rate_percent })),
    }));
    refuseFaults(
      slug,
      facts.frequency,
      rows.map(({ year }) => year),
    );
    for (const { year, brackets } of rows) refuseFallingBrackets(slug, year, brackets);
    return { facts: { slug, ...facts, ...ends(rows.map(({ year }) => year)) }, series: null, rows };
  }
  const { points, end } = parsed.data;
  const dates = points.map(([date]) => date);
  refuseFaults(slug, facts.frequency, dates);
  const { first, last, points: count } = ends(dates);
  if (end !== null && end < last) throw new DatasetFault(`${slug} covers less than its last row, ${last}.`);
  return {
    facts: { slug, ...facts, first, last: end ?? last, points: count },
    series: points.map(([date, value]) => ({ date, value })),
    rows: null,
  };
}

const ends = (dates: string[]) => ({ first: dates[0] ?? '', last: dates.at(-1) ?? '', points: dates.length });

const dateForms: Record<Facts['frequency'], RegExp> = {
  annual: /^\d{4}$/,
  monthly: /^\d{4}-(0[1-9]|1[0-2])$/,
  'on change': /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  'by income year': /^\d{4}-\d{2}$/,
};

/** The next date without a gap; null if any later one is valid. */
function next(frequency: Facts['frequency'], date: string): string | null {
  const year = Number(date.slice(0, 4));
  if (frequency === 'annual') return String(year + 1);
  if (frequency === 'by income year') return `${year + 1}-${String((year + 2) % 100).padStart(2, '0')}`;
  if (frequency === 'on change') return null;
  const month = Number(date.slice(5, 7));
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
}

function refuseFaults(slug: string, frequency: Facts['frequency'], dates: string[]): void {
  for (const [index, date] of dates.entries()) {
    const row = `${slug}, row ${index + 1} (${date})`;
    if (!dateForms[frequency].test(date)) throw new DatasetFault(`${row}: not a date of this dataset.`);
    const before = dates[index - 1];
    if (before === undefined) continue;
    if (date <= before) throw new DatasetFault(`${row}: not later than ${before}.`);
    const expected = next(frequency, before);
    if (expected !== null && date !== expected) throw new DatasetFault(`${row}: ${expected} is missing.`);
  }
}

function refuseFallingBrackets(slug: string, year: string, brackets: TaxYear['brackets']): void {
  const isRising = brackets.every(
    ({ income_over }, index) => index === 0 || income_over > (brackets[index - 1]?.income_over ?? 0),
  );
  if (!isRising) throw new DatasetFault(`${slug}, ${year}: the incomes do not rise.`);
}
