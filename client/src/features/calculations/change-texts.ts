import type { CalculationChange } from 'contract/calculations/calculations.ts';
import { formatAud, formatNumber, formatShortRate, inWords } from '#parts/format/format.ts';

/** `offers.0.keep.total_cost` is `Offers 1, keep, total cost`. */
export function fieldText(path: string): string {
  const words = path
    .replaceAll(/\.(\d+)/g, (_, index: string) => ` ${Number(index) + 1}`)
    .split('.')
    .join(', ');
  return inWords(words);
}

/** Formats a figure in its unit, which follows from the name of the field. */
export function figureText(path: string, figure: CalculationChange['before']): string {
  if (figure === null) return 'none';
  if (typeof figure === 'boolean') return figure ? 'yes' : 'no';
  if (typeof figure === 'string') return figure;
  const name = path.split('.').at(-1) ?? '';
  if (/percent|rate/.test(name)) return formatShortRate(figure);
  return /period|months/.test(name) ? formatNumber(figure) : formatAud(figure);
}
