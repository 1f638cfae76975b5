import { periodDays } from 'contract/datasets/dataset-dates.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';

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
