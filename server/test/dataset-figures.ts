import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import { z } from 'zod';
import { datasetsFolder } from '#root-folders.ts';
import { DatasetAbout, type Figures, readDataset } from '#modules/datasets/dataset-content.ts';
import type { Check, CheckWith } from '#test/question-bank.ts';

type ExtremeCheck = Extract<Check, { figure: 'highest' | 'lowest' }>;
type SeriesCheck = Exclude<CheckWith<'dataset'>, ExtremeCheck>;

/** Reads a dataset like the product. */
export function datasetOf(slug: string): Figures & { about: DatasetAbout } {
  const [facts, file] = ['about', 'data'].map((name): unknown =>
    JSON.parse(readFileSync(join(datasetsFolder, slug, `${name}.json`), 'utf8')),
  );
  const about = DatasetAbout.parse(facts);
  return { about, ...readDataset(slug, about, file) };
}

export function taxFigure({
  income_tax: { year, taxable_income: income },
  field,
}: CheckWith<'income_tax'>): number {
  const table = datasetOf('income-tax-residents').rows?.find((row) => row.year === year);
  if (!table) throw new Error(`The tax table has no year ${year}.`);
  const reached = table.brackets.filter(({ income_over }, index) => index === 0 || income > income_over);
  const tax = reached.reduce((sum, { income_over, rate_percent }, index) => {
    const end = reached[index + 1]?.income_over ?? income;
    return sum + ((end - income_over) * rate_percent) / 100;
  }, 0);
  const figures = {
    tax,
    average_rate_percent: (tax / income) * 100,
    marginal_rate_percent: reached.at(-1)?.rate_percent,
  };
  return z.number().parse(figures[field]);
}

/** In a series of changes, each value applies until the next one, and the last one until the end of the coverage. */
function valueAt(name: string, date: string): number {
  const { series, about, last } = datasetOf(name);
  const isHeld = about.frequency === 'on change' && date <= last;
  const point = series?.findLast((one) => (isHeld ? one.date <= date : one.date === date));
  if (!point) throw new Error(`${name} says nothing about ${date}.`);
  return point.value;
}

const pointsBetween = (name: string, from: string, to: string): DatasetPoint[] =>
  (datasetOf(name).series ?? []).filter(({ date }) => date >= from && date <= to);

/** Throws if the range is not covered, or unless exactly one point within it has the extreme value. */
export function extremeDate({ dataset, figure, from, to }: ExtremeCheck): string {
  const points = pointsBetween(dataset, from, to);
  const values = [valueAt(dataset, from), valueAt(dataset, to), ...points.map(({ value }) => value)];
  const extreme = figure === 'highest' ? Math.max(...values) : Math.min(...values);
  const [found, ...others] = points.filter(({ value }) => value === extreme);
  if (!found || others.length > 0) throw new Error(`${dataset} has no single ${figure} value there.`);
  return found.date;
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
