import { createHash } from 'node:crypto';
import type { DatasetFrequency } from 'contract/datasets/datasets.constants.ts';
import { csvLine } from '#domain/lists/csv-export.ts';
import type { Figures } from './dataset-content.ts';

export function csvOf({ series, rows }: Pick<Figures, 'series' | 'rows'>, valueColumn = 'value'): string {
  const lines = series
    ? [['date', valueColumn], ...series.map(({ date, value }) => [date, value])]
    : [
        ['year', 'income_over', 'rate_percent'],
        ...(rows ?? []).flatMap(({ year, brackets }) =>
          brackets.map(({ income_over, rate_percent }) => [year, income_over, rate_percent]),
        ),
      ];
  return lines.map(csvLine).join('');
}

/**
 * The same figures have the same hash in every installation. The hash of a dataset that changes rarely
 * also depends on the last day that its figures cover.
 */
export function hashFigures(figures: Figures, frequency: DatasetFrequency): string {
  const coverage = frequency === 'on change' ? csvLine(['to', figures.last]) : '';
  return createHash('sha256')
    .update(csvOf(figures) + coverage)
    .digest('hex');
}

const nameLength = 12;

export const vintageName = (sha256: string): string => sha256.slice(0, nameLength);
