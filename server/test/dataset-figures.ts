import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rootFolder } from '#config.ts';
import type { Check, CheckWith } from '#test/question-bank.ts';

type ExtremeCheck = Extract<Check, { figure: 'highest' | 'lowest' }>;
type SeriesCheck = Exclude<CheckWith<'dataset'>, ExtremeCheck>;

function readDataset(name: string): unknown {
  return JSON.parse(readFileSync(join(rootFolder, 'content/datasets', name, 'data.json'), 'utf8'));
}

/** Brackets as [income over, rate in percent on the part above]. */
const TaxTable = z.object({
  rows: z.record(z.string(), z.array(z.tuple([z.number(), z.number()])).min(1)),
});

export function taxFigure({
  income_tax: { year, taxable_income: income },
  field,
}: CheckWith<'income_tax'>): number {
  const brackets = TaxTable.parse(readDataset('income-tax-residents')).rows[year];
  if (!brackets) throw new Error(`The tax table has no year ${year}.`);
  const reached = brackets.filter(([over], index) => index === 0 || income > over);
  const tax = reached.reduce((sum, [over, percent], index) => {
    const end = reached[index + 1]?.[0] ?? income;
    return sum + ((end - over) * percent) / 100;
  }, 0);
  const figures = {
    tax,
    average_rate_percent: (tax / income) * 100,
    marginal_rate_percent: reached.at(-1)?.[1],
  };
  return z.number().parse(figures[field]);
}

const Points = z.array(z.tuple([z.union([z.string(), z.int().transform(String)]), z.number()])).min(1);
const Series = z.union([
  z.object({ rows: Points }).transform(({ rows }) => ({ points: rows, heldUntil: null })),
  z
    .object({ changes: Points, coverage: z.tuple([z.string(), z.string()]) })
    .transform(({ changes, coverage }) => ({ points: changes, heldUntil: coverage[1] })),
]);

/** A series of changes holds each value until the next, and the last to the end of what it covers. */
function valueAt(name: string, date: string): number {
  const { points, heldUntil } = Series.parse(readDataset(name));
  const point =
    heldUntil === null
      ? points.find(([day]) => day === date)
      : points.findLast(([day]) => day <= date && date <= heldUntil);
  if (!point) throw new Error(`${name} says nothing about ${date}.`);
  return point[1];
}

function pointsBetween(name: string, from: string, to: string): [string, number][] {
  return Series.parse(readDataset(name)).points.filter(([day]) => day >= from && day <= to);
}

/** Throws where the range is not covered, or where its extreme is older than the range or stands there twice. */
export function extremeDate({ dataset, figure, from, to }: ExtremeCheck): string {
  const points = pointsBetween(dataset, from, to);
  const values = [valueAt(dataset, from), valueAt(dataset, to), ...points.map(([, value]) => value)];
  const extreme = figure === 'highest' ? Math.max(...values) : Math.min(...values);
  const [found, ...others] = points.filter(([, value]) => value === extreme);
  if (!found || others.length > 0) throw new Error(`${dataset} has no single ${figure} value there.`);
  return found[0];
}

export function seriesFigure(check: SeriesCheck): number {
  if (check.figure === 'value') return valueAt(check.dataset, check.date);
  const { dataset, from, to } = check;
  const figures = {
    rise: valueAt(dataset, to) - valueAt(dataset, from),
    fall: valueAt(dataset, from) - valueAt(dataset, to),
    ratio: valueAt(dataset, to) / valueAt(dataset, from),
    changes: pointsBetween(dataset, from, to).length,
  };
  return figures[check.figure];
}
